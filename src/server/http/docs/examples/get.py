import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["TAPESCRIPT_URL"] + "/api/transcripts/12",
    headers={"Authorization": "Bearer " + os.environ["TAPESCRIPT_TOKEN"]},
)
with urlopen(request) as answer:
    transcript = json.load(answer)
names = transcript["speakerNames"]
for segment in transcript["timestampedTranscript"]:
    speaker = segment["speaker"]
    print(segment["start"], names.get(speaker, speaker), segment["text"])
