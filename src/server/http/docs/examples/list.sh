curl --fail-with-body -sS "$TAPESCRIPT_URL/api/transcripts?page=1&limit=20" \
  -H "Authorization: Bearer $TAPESCRIPT_TOKEN"
