curl --fail-with-body -sS -G "$TAPESCRIPT_URL/api/transcripts/search" --data-urlencode "q=the harbour" \
  -H "Authorization: Bearer $TAPESCRIPT_TOKEN"
