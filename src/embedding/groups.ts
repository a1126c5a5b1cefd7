/** How many texts go together, and how many characters they have at most. */
export interface GroupLimits {
  texts: number;
  characters: number;
}

/** The texts in their order, as many together as the limits allow; one that is longer goes alone. */
export function groupsOf(texts: readonly string[], limits: GroupLimits): string[][] {
  const groups: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const group = groups.at(-1);
    characters += text.length;
    if (group && group.length < limits.texts && characters <= limits.characters) group.push(text);
    else {
      groups.push([text]);
      characters = text.length;
    }
  }
  return groups;
}
