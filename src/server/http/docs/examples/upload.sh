# Reads one field of the JSON on standard input.
field() { sed -E "s/.*\"$1\":\"?([^\",}]*).*/\1/"; }
# Sends a JSON body to a path.
post() {
  curl --fail-with-body -sS "$TAPESCRIPT_URL$1" -d "$2" \
    -H "Content-Type: application/json" -H "Authorization: Bearer $TAPESCRIPT_TOKEN"
}

file=talk.wav
size=$(wc -c < "$file" | tr -d ' ')
begun=$(post /api/upload/presigned-url "{\"filename\":\"$file\",\"filesize\":$size,\"contentType\":\"audio/wav\"}")
# The address is signed: it needs no token, and may be another server's.
curl --fail-with-body -sS -T "$file" -H "Content-Type: audio/wav" "$(echo "$begun" | field uploadUrl)"
id=$(post /api/upload/process "{\"uploadId\":\"$(echo "$begun" | field uploadId)\"}" | field id)

while
  status=$(
    curl --fail-with-body -sS "$TAPESCRIPT_URL/api/transcripts/$id" -H "Authorization: Bearer $TAPESCRIPT_TOKEN" |
      field status
  )
  [ "$status" = processing ]
do sleep 2; done
echo "$id $status"
