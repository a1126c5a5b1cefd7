import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

request = Request(
    os.environ["TAPESCRIPT_URL"] + "/api/transcripts/search?" + urlencode({"q": "the harbour"}),
    headers={"Authorization": "Bearer " + os.environ["TAPESCRIPT_TOKEN"]},
)
with urlopen(request) as answer:
    found = json.load(answer)
for result in found["results"]:
    for match in result["matches"]:
        print(result["transcript"]["id"], match["timestamp"], match["context"])
