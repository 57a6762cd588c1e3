import { useRef, useState, type ReactElement } from 'react'
import { toast } from '../../app/toasts'
import { readQuickEntry } from './lines-state'

export interface QuickEntryProps {
  readonly label: string
  readonly placeholder?: string
  /** Looks the code up and adds the line; throws with what to say. Entries are handled one after another, none is lost. */
  readonly onEntry: (quantity: number, code: string) => Promise<void>
}

/** The box that takes `3*7891234567895` Enter, from a keyboard or a scanner, without waiting for the one before. */
export function QuickEntryBox({
  label,
  placeholder = 'Quantidade*código e Enter',
  onEntry,
}: QuickEntryProps): ReactElement {
  const [text, setText] = useState('')
  const queue = useRef(Promise.resolve())
  const take = async (quantity: number, code: string): Promise<void> => {
    try {
      await onEntry(quantity, code)
    } catch (error) {
      toast.error(error)
    }
  }
  const enter = (): void => {
    const entry = readQuickEntry(text)
    if (entry === null) {
      if (text.trim() !== '') toast.danger('Código de barras inválido.')
      return
    }
    setText('')
    const before = queue.current
    queue.current = (async () => {
      await before
      await take(entry.quantity, entry.code)
    })()
  }
  return (
    <input
      className="input quick"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      maxLength={140}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey) return
        event.preventDefault()
        enter()
      }}
    />
  )
}
