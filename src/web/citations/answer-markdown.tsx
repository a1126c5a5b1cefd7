import { Fragment, memo, type ReactNode, useMemo } from 'react';
import type { Mark } from '#domain/citation-marks.ts';
import './answer.css';
import { type MarkdownNode, readMarkdown } from './markdown-tree.ts';
import { holdMarks, holdsPlaceholder, spellMarks, splitAtMarks } from './placeholders.ts';

interface AnswerMarkdownProps {
  /** An answer as stored: Markdown with citation marks. */
  text: string;
  /** Has to be a stable function. */
  renderMark: (mark: Mark) => ReactNode;
}

/**
 * Renders an answer. Whatever its Markdown contains, it can produce only these elements: no HTML, no images, and links to
 * web sites only.
 */
export const AnswerMarkdown = memo(function AnswerMarkdown({ text, renderMark }: AnswerMarkdownProps) {
  const { tree, text: plain, marks } = useMemo(() => readAnswer(text), [text]);
  const scope = { marks, renderMark, isInLink: false };
  return (
    <div className="answer" dir="auto">
      {tree ? (
        renderAll(tree.children, scope)
      ) : (
        <p className="whitespace-pre-wrap">{renderText(plain, scope)}</p>
      )}
    </div>
  );
});

function readAnswer(answer: string) {
  const held = holdMarks(answer);
  return { ...held, tree: readMarkdown(held.text) };
}

interface Scope {
  marks: readonly Mark[];
  renderMark: (mark: Mark) => ReactNode;
  /** Whether this is inside a link, which cannot contain a button. */
  isInLink: boolean;
}

function renderAll(nodes: readonly MarkdownNode[], scope: Scope): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the whole tree is rebuilt, and its nodes have no ids.
  return nodes.map((node, index) => <Fragment key={index}>{renderNode(node, scope)}</Fragment>);
}

function renderNode(node: MarkdownNode, scope: Scope): ReactNode {
  switch (node.type) {
    case 'text':
      return renderText(node.value, scope);
    case 'paragraph':
      return <p dir="auto">{renderAll(node.children, scope)}</p>;
    case 'heading':
      // One level below the panel's heading, whatever the level in the answer.
      return <h4 dir="auto">{renderAll(node.children, scope)}</h4>;
    case 'strong':
      return <strong>{renderAll(node.children, scope)}</strong>;
    case 'emphasis':
      return <em>{renderAll(node.children, scope)}</em>;
    case 'break':
      return <br />;
    case 'inlineCode':
      return <code dir="ltr">{spellMarks(node.value, scope.marks)}</code>;
    case 'code':
      return (
        <pre dir="ltr">
          <code>{spellMarks(node.value, scope.marks)}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{renderAll(node.children, scope)}</blockquote>;
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1}>{renderAll(node.children, scope)}</ol>
      ) : (
        <ul>{renderAll(node.children, scope)}</ul>
      );
    case 'listItem':
      return <li dir="auto">{renderAll(node.children, scope)}</li>;
    case 'thematicBreak':
      return <hr />;
    case 'image':
      // Fetching the image would reveal to its server that the answer was read.
      return renderText(node.alt ?? '', scope);
    case 'link':
      return renderLink(node, scope);
    case 'table':
      return renderTable(node, scope);
    default:
      return 'children' in node ? renderAll(node.children, scope) : null;
  }
}

function renderText(text: string, scope: Scope): ReactNode {
  if (scope.isInLink) return spellMarks(text, scope.marks);
  return splitAtMarks(text, scope.marks).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <Fragment key={index}>{typeof part === 'string' ? part : scope.renderMark(part)}</Fragment>
  ));
}

type NodeOf<Type> = Extract<MarkdownNode, { type: Type }>;

/** Links only to web sites, and shows the address beside the link, because a transcript may trick the AI into luring readers somewhere. */
function renderLink(node: NodeOf<'link'>, scope: Scope): ReactNode {
  const url = webAddress(node.url);
  const words = renderAll(node.children, { ...scope, isInLink: url !== null });
  if (!url) return words;
  return (
    <>
      <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
        {words}
      </a>{' '}
      <span className="text-quiet">({url.host})</span>
    </>
  );
}

function webAddress(address: string): URL | null {
  // A relative address would point into this site.
  if (holdsPlaceholder(address) || !/^https?:\/\//i.test(address)) return null;
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

function renderTable(node: NodeOf<'table'>, scope: Scope): ReactNode {
  const [head, ...body] = node.children;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys.
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table>
        <thead>
          <tr>{head?.children.map((cell, index) => renderCell('th', cell, index, scope))}</tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <tr key={index}>{row.children.map((cell, column) => renderCell('td', cell, column, scope))}</tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function renderCell(Cell: 'th' | 'td', cell: NodeOf<'tableCell'>, index: number, scope: Scope): ReactNode {
  return (
    <Cell key={index} dir="auto">
      {renderAll(cell.children, scope)}
    </Cell>
  );
}
