import { type ReactNode, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { imageAddress } from './image-address.ts';

interface RemoteImageProps {
  src: string | null;
  /** Shown if there is no image, or if it does not load. */
  icon: ReactNode;
  className: string;
}

/** A decorative image from another site, to which no referrer is sent. */
export function RemoteImage({ src, icon, className }: RemoteImageProps) {
  const address = imageAddress(src);
  const [broken, setBroken] = useState<string | null>(null);
  const place = classNames('shrink-0 bg-sunken', className);
  if (address === null || broken === address) {
    return (
      <span
        aria-hidden="true"
        className={classNames(place, 'grid place-items-center text-quiet [&_svg]:size-6')}
      >
        {icon}
      </span>
    );
  }
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(address)}
      className={classNames(place, 'object-cover')}
    />
  );
}
