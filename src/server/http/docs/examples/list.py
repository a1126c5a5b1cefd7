import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["TAPESCRIPT_URL"] + "/api/transcripts?page=1&limit=20",
    headers={"Authorization": "Bearer " + os.environ["TAPESCRIPT_TOKEN"]},
)
with urlopen(request) as answer:
    page = json.load(answer)
for transcript in page["transcripts"]:
    print(transcript["id"], transcript["status"], transcript["title"])
