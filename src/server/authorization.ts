declare const authorization: unique symbol;

/** A thing together with the authorization by which the asker may do this with it. Only access modules make one. */
export type Authorized<Ability extends string, Thing> = Thing & {
  readonly [authorization]: { readonly [A in Ability]: true };
};

/** The one place where an authorization is made; call it only from an access module, after the check. */
export function authorized<Ability extends string, Thing>(thing: Thing): Authorized<Ability, Thing> {
  return thing as Authorized<Ability, Thing>;
}
