declare const authorization: unique symbol;

/** A thing together with the caller's authorization to do this with it. Only access modules create one. */
export type Authorized<Ability extends string, Thing> = Thing & {
  readonly [authorization]: { readonly [A in Ability]: true };
};

/** The only place that creates an authorization; call it only from an access module, after the check. */
export function authorized<Ability extends string, Thing>(thing: Thing): Authorized<Ability, Thing> {
  return thing as Authorized<Ability, Thing>;
}
