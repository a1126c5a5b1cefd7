import { extensionOf, isUnknownType, isUploadable, mediaTypeOf } from '#contract/media-types.ts';

/** A file that a feed links, as the feed describes it; both may be anything. */
export interface LinkedFile {
  address: unknown;
  type: unknown;
}

/** Files that no decoder reads, though feeds declare some of them as sound. */
const NO_RECORDINGS: ReadonlySet<string> = new Set(
  'pdf epub mobi azw3 djvu ps doc docx ppt pptx xls xlsx odt odp ods rtf txt md csv htm html xhtml xml json srt vtt jpg jpeg png gif webp jfif avif heic heif psd bmp svg tif tiff ico zip gz rar 7z exe m3u m3u8 pls torrent'.split(
    ' ',
  ),
);

/**
 * The address of the first file that is sound, judging by its type or else its address, then of the first video, then of one that says
 * neither; undefined if all are documents, pictures or the like. `base` is for relative addresses.
 */
export function chooseFile(files: readonly LinkedFile[], base: string): string | undefined {
  const usable = files.flatMap(({ address, type }) => {
    const url = webAddressOf(address, base);
    if (!url) return [];
    const name = fileNameOf(url);
    return NO_RECORDINGS.has(extensionOf(name)) ? [] : [{ href: url.href, name, type: typeOf(type) }];
  });
  const first = (isWanted: (file: { name: string; type: string }) => boolean) => usable.find(isWanted)?.href;
  return (
    first(({ type }) => /^(?:x-)?audio\b/.test(type)) ??
    first(({ name, type }) => !isVideo(type) && (isUploadable('', name) || isUploadable('', `x.${type}`))) ??
    first(({ type }) => isVideo(type)) ??
    first(({ type }) => isUnknownType(type) || type === 'application/ogg')
  );
}

const isVideo = (type: string) => /^(?:x-)?video\b/.test(type);

function typeOf(type: unknown): string {
  return typeof type === 'string' ? mediaTypeOf(type) : '';
}

function webAddressOf(address: unknown, base: string): URL | null {
  const text = typeof address === 'string' ? address.trim() : '';
  const url = text === '' ? null : URL.parse(text, base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

/** The last part of the path, or what the query ends with if that has no extension ('/get?file=1.mp3'). */
function fileNameOf({ pathname, search }: URL): string {
  const name = pathname.replace(/\/$/, '');
  const last = name.slice(name.lastIndexOf('/') + 1);
  const extension = extensionOf(last);
  return NO_RECORDINGS.has(extension) || isUploadable('', last) ? last : extensionOf(search) ? search : last;
}
