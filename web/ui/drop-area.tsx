import { useId, useRef, useState, type DragEvent, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../core/access'
import { mayCreate, type WriteRight } from '../app/access'
import { open } from '../app/navigation'
import { rights } from '../app/session'
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

interface FileDropProps {
  /** Files are sent by those alone who may create records under it. */
  readonly right: WriteRight
  /** What is said while files are held over it. */
  readonly text: string
  /** On the button that chooses them. */
  readonly label: string
  readonly accept: string
  /** Sends them; answers the number of a single good one. */
  readonly send: (files: readonly File[]) => Promise<number | null>
  /** The resource that a single good one is opened as. */
  readonly opens?: string
  /** The list. It is given the button, the one that the screen is there for or a plain one; null for whoever may not send. */
  readonly children: (choose: ((primary: boolean) => ReactElement) | null) => ReactElement
}

/** A list that files are dropped on. */
export function FileDrop({ right, text, label, accept, send, opens, children }: FileDropProps): ReactElement {
  useSignals()
  if (!mayCreate(rights.value, right)) return children(null)
  const take = async (files: readonly File[]): Promise<void> => {
    const id = await send(files)
    if (id !== null && opens !== undefined) open(pathOf(opens, id))
  }
  const onFiles = (files: readonly File[]): void => void take(files)
  return (
    <DropArea text={text} onFiles={onFiles}>
      {children((primary) => (
        <FileButton primary={primary} label={label} accept={accept} onFiles={onFiles} />
      ))}
    </DropArea>
  )
}
