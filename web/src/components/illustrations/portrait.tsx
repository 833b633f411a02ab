import type { ReactNode } from 'react';

const INK = '#12313A';

type Variant = {
  wall: string;
  skin: string;
  top: string;
  /** Behind the head. */
  back?: ReactNode;
  /** Over the forehead and the face. */
  front: ReactNode;
};

const silver = '#D9D4CB';
const brown = '#6B4630';
const black = '#2A2A33';
const copper = '#B5532E';
const sandy = '#C99B5A';

const variants = {
  bob: {
    wall: '#FCE6BE',
    skin: '#F3CDB0',
    top: '#1F6F78',
    back: (
      <path
        d="M58 112C52 70 72 50 102 50C132 50 150 72 144 114C144 128 142 140 138 148H62C58 140 58 126 58 112Z"
        fill={silver}
      />
    ),
    front: (
      <path
        d="M58 112C52 70 72 50 102 50C132 50 150 72 144 114C138 102 122 92 110 76C98 94 78 106 58 112Z"
        fill={silver}
      />
    ),
  },
  beard: {
    wall: '#CFE1DC',
    skin: '#EDBE9C',
    top: '#F4EEE4',
    front: (
      <>
        <path
          d="M64 98C60 66 78 52 104 54C126 52 142 70 136 98C134 88 130 82 124 78C110 84 86 84 76 78C70 82 66 90 64 98Z"
          fill={brown}
        />
        <path
          d="M67 112C69 140 82 154 100 154C118 154 131 140 133 112C128 122 122 127 114 127C108 124 92 124 86 127C78 127 72 122 67 112Z"
          fill={brown}
        />
        <path d="M92 135C96 139 104 139 108 135" fill="none" stroke="#F4EEE4" />
      </>
    ),
  },
  braid: {
    wall: '#F8D6C4',
    skin: '#B97A54',
    top: '#F2C14E',
    back: (
      <path
        d="M60 110C54 66 76 48 102 50C130 50 148 70 142 112C148 150 150 178 140 204C130 210 120 204 122 194C128 170 126 150 124 140H74C64 132 61 122 60 110Z"
        fill={black}
      />
    ),
    front: (
      <>
        <path
          d="M60 110C54 66 76 48 102 50C99 76 86 98 60 110ZM102 50C130 50 148 70 142 112C122 100 105 80 102 50Z"
          fill={black}
        />
        <path
          d="M124 158c8 4 14 4 20 0M124 174c8 5 14 5 21 0M123 190c8 5 14 5 19 0"
          fill="none"
          stroke="#F8D6C4"
          strokeWidth="2"
        />
      </>
    ),
  },
  bun: {
    wall: '#DDE8D8',
    skin: '#F6D5BF',
    top: '#C4583B',
    back: <circle cx="101" cy="44" r="20" fill={copper} />,
    front: (
      <>
        <path
          d="M65 104C60 72 78 56 101 56C124 56 142 72 135 104C130 86 118 76 101 76C84 76 70 86 65 104Z"
          fill={copper}
        />
        <path d="M88 52C96 57 106 57 114 52" fill="none" />
        <g fill={copper} stroke="none">
          <circle cx="80" cy="120" r="1.5" />
          <circle cx="86" cy="123" r="1.5" />
          <circle cx="116" cy="123" r="1.5" />
          <circle cx="122" cy="120" r="1.5" />
        </g>
      </>
    ),
  },
  curls: {
    wall: '#F4E4CC',
    skin: '#8D5A3C',
    top: '#7FB4B2',
    front: (
      <>
        <path
          d="M66 100C54 98 54 80 66 76C62 62 78 54 86 60C90 48 112 48 116 59C126 54 140 64 136 76C148 82 146 98 135 100C132 88 126 82 116 84C108 78 94 78 86 84C76 82 70 88 66 100Z"
          fill={sandy}
        />
        <g fill="none" strokeWidth="2.5">
          <circle cx="84" cy="108" r="11" />
          <circle cx="117" cy="108" r="11" />
          <path d="M95 106C98 103 103 103 106 106" />
        </g>
      </>
    ),
  },
} satisfies Record<string, Variant>;

export type PortraitVariant = keyof typeof variants;

/** A team member's portrait in an arched frame. */
export function Portrait({
  variant,
  name,
  className,
}: {
  variant: PortraitVariant;
  name: string;
  className?: string | undefined;
}) {
  const { wall, skin, top, front, ...rest } = variants[variant];
  const back = 'back' in rest ? rest.back : null;
  const clip = `portrait-${variant}`;
  return (
    <svg
      viewBox="0 0 200 240"
      data-scene=""
      role="img"
      aria-label={`A drawing of ${name}`}
      className={className}
    >
      <clipPath id={clip}>
        <path d="M0 240V98C0 42 44 0 100 0C156 0 200 42 200 98V240Z" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d="M0 0H200V240H0Z" fill={wall} />
        <g stroke={INK} strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
          {back}
          <path d="M22 250C22 204 54 184 86 176H116C148 184 178 204 178 250Z" fill={top} />
          <path d="M86 140V176C86 190 116 190 116 176V140Z" fill={skin} />
          <path
            d="M66 104C66 76 80 64 101 64C122 64 135 76 135 104C135 134 120 152 101 152C81 152 66 134 66 104Z"
            fill={skin}
          />
          <g fill="none" strokeWidth="2.5">
            <path d="M79 108C82 111 87 111 90 108M112 108C115 111 120 111 123 108" />
            <path d="M101 110C99 118 98 122 103 123" opacity="0.7" />
            <path d="M91 133C96 139 106 139 111 133" />
          </g>
          {front}
        </g>
      </g>
    </svg>
  );
}
