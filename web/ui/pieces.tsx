import { useId, useRef, useState, type DragEvent, type ReactElement, type ReactNode } from 'react'
import { Kbd } from './button'
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
        <span className={hotkey === undefined ? undefined : 'key-hint'}>
          {' · '}
          {hotkey === undefined ? null : <Kbd>{hotkey}</Kbd>} {hint}
        </span>
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
