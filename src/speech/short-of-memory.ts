/** There is not enough memory for recognition now; nothing was started. It may succeed later. */
export class NoRoomForSpeech extends Error {
  constructor() {
    super('There is too little memory to recognize speech now');
  }
}

/** The system killed a speech process, as it does when memory runs out. The same work may succeed later, or in smaller parts. */
export class SpeechProcessKilled extends Error {
  constructor() {
    super('A speech process was killed by the system (SIGKILL), most likely because memory ran out');
  }
}
