import { useId, useRef, useState, type DragEvent, type ReactElement, type ReactNode } from 'react'
import { Kbd } from './button'
import { formatAmount } from './format'
import { Icon } from './icon'

/** What a list or panel says when there is nothing: one sentence, and the key that helps. */
export function EmptyState({
  text,
  hint,
  hotkey,
}: {
  readonly text: string
  readonly hint?: string
  readonly hotkey?: string
}): ReactElement {
  return (
    <p className="empty">
      {text}
      {hint === undefined ? null : (
        <>
          {' · '}
          {hotkey === undefined ? null : <Kbd>{hotkey}</Kbd>} {hint}
        </>
      )}
    </p>
  )
}

export function Toolbar({ children, label }: { readonly children: ReactNode; readonly label: string }): ReactElement {
  return (
    <div className="toolbar" role="toolbar" aria-label={label}>
      {children}
    </div>
  )
}

interface FileDropProps {
  readonly label: string
  readonly accept?: string
  readonly multiple?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Takes files dropped on it or chosen from it. */
export function FileDrop({ label, accept, multiple = false, onFiles }: FileDropProps): ReactElement {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  return (
    <label
      htmlFor={id}
      className={`file-drop ${over ? 'file-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" />
      <span>{label}</span>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}

interface SmallChartProps {
  readonly label: string
  readonly points: readonly { readonly name: string; readonly value: number }[]
  readonly height?: number
}

const WIDTH = 1100

/** Bars over names (days, months): own SVG, readable as a list by those who do not see it. */
export function SmallChart({ label, points, height = 160 }: SmallChartProps): ReactElement {
  const top = Math.max(1, ...points.map((point) => point.value))
  const step = WIDTH / Math.max(1, points.length)
  const plot = height - 20
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`${label}: ${points.map(({ name, value }) => `${name} ${formatAmount(value)}`).join(', ')}`}
      >
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <line
            key={part}
            className="chart-line"
            x1="0"
            x2={WIDTH}
            y1={plot - plot * part + 0.5}
            y2={plot - plot * part + 0.5}
          />
        ))}
        {points.map((point, index) => {
          const bar = Math.max(point.value > 0 ? 2 : 0, (point.value / top) * (plot - 4))
          return (
            <g key={point.name}>
              <title>{`${point.name}: ${formatAmount(point.value)}`}</title>
              <rect
                className="chart-bar"
                x={index * step + step * 0.15}
                y={plot - bar}
                width={step * 0.7}
                height={bar}
                rx="2"
              />
              {points.length > 16 && index % 5 !== 0 ? null : (
                <text className="chart-name" x={index * step + step / 2} y={height - 4} textAnchor="middle">
                  {point.name}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
