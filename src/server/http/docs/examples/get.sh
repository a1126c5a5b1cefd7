curl --fail-with-body -sS "$TAPESCRIPT_URL/api/transcripts/12" \
  -H "Authorization: Bearer $TAPESCRIPT_TOKEN"
