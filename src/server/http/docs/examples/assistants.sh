curl --fail-with-body -sS "$TAPESCRIPT_URL/mcp" \
  -H "Authorization: Bearer $TAPESCRIPT_TOKEN" \
  -H "Accept: application/json, text/event-stream" \
  -H "Content-Type: application/json" \
  -d '{
    "jsonrpc": "2.0", "id": 1, "method": "tools/call",
    "params": {"name": "search", "arguments": {"query": "the harbour"}}
  }'
