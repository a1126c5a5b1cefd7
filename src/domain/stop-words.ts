// Our own short list: words of spoken English that say nothing about the subject.
const ENGLISH = `a about above actually after again all also always am an and another any anybody anyone anything are arent around as at
away back be became because been before being below between both but by came can cannot cant come could couldnt did didnt do does doesnt
doing done dont down during each either else even ever every everybody everyone everything far few for from further gave get gets getting give
go goes going gone gonna got had hadnt has hasnt have havent having he her here hers herself him himself his how however i id if ill im in into is
isnt it itd itll its itself ive just kind kinda know last less let lets like lot lots made make many may maybe me mean might mine more most much
must my myself near never no nobody nor not nothing now of off often oh ok okay on once one only onto or other others our ours ourselves out over
own perhaps please put quite rather really right said same saw say says see seen shall she shed shell shes should shouldnt since so some somebody
someone something sometimes soon sort still such sure take than thank thanks that thatd thats the their theirs them themselves then there theres these
they theyd theyll theyre theyve thing things think this those though through thus to together too took toward two uh um under until up upon us very
was wasnt way we wed well were werent weve what whatever whats when whenever where wherever whether which while who whoever whole whom whos whose why
will with within without wont would wouldnt yeah yes yet you youd youll your youre yours yourself youve`;

const WORDS = new Set(ENGLISH.split(/\s+/));

/** Whether a word (normalized, without apostrophes) says nothing about the subject. English only; in other languages, frequent words are found by counting. */
export function isStopWord(word: string): boolean {
  return WORDS.has(word);
}
