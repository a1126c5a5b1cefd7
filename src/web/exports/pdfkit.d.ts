// The part of PDFKit (http://pdfkit.org/docs/) that is used here; the package has no types.
declare module 'pdfkit/js/pdfkit.standalone.js' {
  interface TextOptions {
    lineBreak: false;
    baseline: 'alphabetic';
    features?: Readonly<Record<string, boolean>>;
    fill?: boolean;
    stroke?: boolean;
  }
  class PDFDocument {
    /** The current font, not a public API: the characters of each glyph, by glyph id, and the file. */
    _font: {
      unicode: (readonly number[])[];
      font: { hasGlyphForCodePoint(codePoint: number): boolean };
    };
    constructor(options: {
      size: 'A4';
      margin: number;
      font: null;
      autoFirstPage: boolean;
      compress: boolean;
      lang: string;
      displayTitle: boolean;
      pdfVersion: '1.7';
      info: Record<string, string | Date>;
    });
    page: { width: number; height: number };
    on(event: 'data', listener: (chunk: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    registerFont(name: string, bytes: Uint8Array): this;
    font(name: string): this;
    fontSize(points: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(points: number): this;
    widthOfString(text: string, options?: { features?: Readonly<Record<string, boolean>> }): number;
    text(text: string, x: number, y: number, options: TextOptions): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    addPage(): this;
    end(): void;
  }
  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export default PDFDocument;
}
