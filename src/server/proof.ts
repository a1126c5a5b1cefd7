declare const proof: unique symbol;

/** A thing together with the proof that the asker may do this with it. Only access modules make one. */
export type Proven<Ability extends string, Thing> = Thing & {
  readonly [proof]: { readonly [A in Ability]: true };
};

/** The one place where a proof is made; call it only from an access module, after the check. */
export function proven<Ability extends string, Thing>(thing: Thing): Proven<Ability, Thing> {
  return thing as Proven<Ability, Thing>;
}
