curl --fail-with-body -sS "$TAPESCRIPT_URL/api/transcripts/12/chat" \
  -H "Authorization: Bearer $TAPESCRIPT_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"question": "What was decided about the harbour?"}'
