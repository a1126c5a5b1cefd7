import { stem } from './stemming.ts';

// Words that people use interchangeably when they ask about a talk: general English, one group per line. The list is small on
// purpose: a question finds most of its answer by its own words, and each group costs precision elsewhere.
const GROUPS = `cost price pay money expensive cheap spend budget fee charge euro dollar pound million thousand
salary wage pay earn income
buy purchase order acquire
sell sale customer client
start begin launch open found establish first
end finish stop close last complete
problem issue trouble difficult challenge fail wrong broken mistake error
cause reason because why due
fix repair solve solution mend
improve better increase grow rise more
reduce decrease lower drop fall cut less shrink
decide decision choose agree agreement settle vote
plan intend goal aim strategy next
deadline due date friday monday tuesday wednesday thursday saturday sunday week month until
meet meeting call appointment
job work employ hire career position role
leader boss manager director head chief chair
company firm business organization startup
school university college study degree teach student class lesson
doctor nurse hospital clinic patient health medical
sick ill disease illness infection
child kid son daughter baby boy girl
parent mother father mum dad family
house home apartment flat building live
car vehicle drive truck van
travel trip journey visit go
food eat meal cook dish recipe
drink water coffee tea
animal bird fish dog cat
plant tree garden grow seed
safe safety danger dangerous risk hazard
test trial experiment try measure
result outcome finding find discover show
computer software program app code system
data information number figure statistic
break crash outage down fail
change switch move replace
help support assist
recommend advice suggest advise tip
like enjoy love favorite favourite prefer
dislike hate worry afraid fear concern
big large huge
small little tiny
old age year
fast quick speed
slow late delay
weather rain storm snow wind temperature cold heat
name call title
write author book publish
picture photo image paint painting
music song band sing
team group colleague member staff
responsible charge owner handle task
law rule legal regulation
energy power electricity battery
place location where city town country street
percent share half third proportion
win prize award
die death dead kill`;

const RELATED = new Map<string, Set<string>>();
for (const line of GROUPS.split('\n')) {
  const stems = line.split(' ').map(stem);
  for (const one of stems) {
    const known = RELATED.get(one) ?? new Set<string>();
    for (const other of stems) if (other !== one) known.add(other);
    RELATED.set(one, known);
  }
}

/** The stems of words that may be used in place of this one in an answer. */
export function relatedStems(stemmed: string): Iterable<string> {
  return RELATED.get(stemmed) ?? [];
}
