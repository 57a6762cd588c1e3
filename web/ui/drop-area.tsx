import { useId, useRef, useState, type DragEvent, type ReactElement, type ReactNode } from 'react'
import { Button } from './button'

interface DropAreaProps {
  readonly text: string
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** Takes files dropped anywhere on what it holds. */
export function DropArea({ text, onFiles, children }: DropAreaProps): ReactElement {
  const [over, setOver] = useState(false)
  return (
    <div
      className="drop-area"
      role="presentation"
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (
          event.relatedTarget === null ||
          !(event.relatedTarget instanceof Node) ||
          !event.currentTarget.contains(event.relatedTarget)
        )
          setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onFiles(files)
      }}
    >
      {children}
      {over ? <p className="drop-over">{text}</p> : null}
    </div>
  )
}

interface FileButtonProps {
  readonly label: string
  readonly accept: string
  /** The one that its surface is there for. */
  readonly primary?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** A button that chooses files. */
export function FileButton({ label, accept, primary = false, onFiles }: FileButtonProps): ReactElement {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind={primary ? 'primary' : 'plain'} icon="upload" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
