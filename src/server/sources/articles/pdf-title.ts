/** What programs call a document that nobody gave a title: its file, the program itself, or 'untitled'. */
const TEMPLATE =
  /^(?:untitled|document|dokument|unbenannt|sans titre|title|titel|slide|presentation|powerpoint[- ].*|microsoft .*|word -.*|.*\.(?:docx?|pdf|indd|tex|dvi|rtf|odt|pptx?|qxd|ps|eps)|[\d\s._-]*)\s*\d*$/i;

export interface PdfTitles {
  /** In its metadata, in one line; '' if there is none. */
  stated: string;
  /** The heading on its first page; null if it has none. */
  heading: string | null;
}

/**
 * What a PDF is called: by its metadata, unless a program filled these in. Then by the name of its file, which somebody chose, unless that says
 * nothing either ('scan_0012.pdf'). Where there are no metadata, by its heading.
 */
export function titleOfPdf({ stated, heading }: PdfTitles, filename: string): string {
  if (!TEMPLATE.test(stated)) return stated;
  const file = nameOf(filename);
  const isTelling = !TEMPLATE.test(file) && !/^(?:scan|img|image|file|download|doc)[\d\s_-]*$/i.test(file);
  return stated !== '' && isTelling ? file : (heading ?? file);
}

/** The name of a file as a title. */
function nameOf(filename: string): string {
  const name = filename
    .replace(/\.pdf$/i, '')
    .replaceAll('_', ' ')
    .trim();
  return name || filename;
}
