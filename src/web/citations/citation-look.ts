/** The note on a citation whose text in the transcript has changed. */
export const EDITED = 'The text here has been edited since';

/** The classes of a citation that names its source: an icon and words. */
export const CITATION_CLASS =
  'mx-0.5 inline-flex max-w-full items-center gap-1 rounded-md bg-brand-soft px-1.5 align-bottom text-[0.8125em]/5 font-medium text-brand-ink no-underline! hover:bg-brand hover:text-on-brand! [&_svg]:size-3.5 [&_svg]:shrink-0';

export const OUTDATED_CLASS =
  'border border-dashed border-line-strong bg-transparent! text-quiet! hover:bg-sunken!';
