import { ExternalLink } from 'lucide-react';
import type { Article } from '#contract/articles.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { originalAddress } from './article-address.ts';

interface OriginalLinkProps extends Pick<ButtonProps, 'variant' | 'className'> {
  article: Pick<Article, 'id' | 'url' | 'title'>;
}

/** A link to an article's original, which opens in a window without access to this one; nothing if it has no address. */
export function OriginalLink({ article, ...look }: OriginalLinkProps) {
  const address = originalAddress(article);
  if (address === null) return null;
  return (
    <Button asChild size="sm" {...look}>
      <a href={address} target="_blank" rel="noopener noreferrer">
        <ExternalLink aria-hidden="true" />
        Open Original
        <span className="sr-only"> of {article.title}</span>
      </a>
    </Button>
  );
}
