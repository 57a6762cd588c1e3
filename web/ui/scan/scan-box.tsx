import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { GS } from '../../../core/gs1'
import { isTyping } from '../../app/keys'
import { useEntriesAhead } from '../typed-ahead'
import { type Scanned, readScan } from './grammar'

export interface ScanBoxProps {
  readonly label: string
  /** A code that was scanned or typed; `quantity` is how many times it counts, null where nobody said. */
  readonly onScan: (code: string, quantity: string | null) => void
  readonly onFault: (message: string) => void
  /** What the focus may rest on without being called back: what is open over the box asks for itself. */
  readonly disabled?: boolean
  /** A phone shows no keyboard for it: what is read comes from the device's own reader. */
  readonly keyless?: boolean
}

const LONGEST = 400

/** Where keys go that are meant for nobody else: buttons and the page itself take none of a scanner's. */
const isFree = (target: EventTarget | null): boolean =>
  !isTyping(target) && !(target instanceof Element && target.closest('dialog, [role="menu"], [role="listbox"]'))

/**
 * A box for a scanner: it has the focus whenever nothing else is written in, and takes what a scanner types anywhere on the screen. Readers send the separator of
 * GS1 as Ctrl+]. Lines are read by `readScan`: `3*code`, a quantity and then a code, or a code.
 */
export function ScanBox({ label, onScan, onFault, disabled = false, keyless = false }: ScanBoxProps): ReactElement {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [kept, setKept] = useState<string | null>(null)
  const take = (scanned: Scanned | null): void => {
    if (scanned === null) return
    if (scanned.kind === 'quantity') return setKept(scanned.quantity)
    setKept(null)
    if (scanned.kind === 'fault') onFault(scanned.message)
    else onScan(scanned.code, scanned.quantity)
  }
  const key = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' || (event.key === 'Tab' && text !== '')) {
      take(readScan(event.currentTarget.value, kept))
      setText('')
    } else if (event.ctrlKey && event.key === ']') setText(event.currentTarget.value + GS)
    else if (event.key === 'Escape' && (text !== '' || kept !== null)) {
      setText('')
      setKept(null)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const call = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (disabled || event.defaultPrevented || event.altKey || event.metaKey || !isFree(event.target)) return
    // Once it has the focus, the key that is on its way is written into it.
    if (event.key.length === 1 && (!event.ctrlKey || event.key === ']')) box.current?.focus()
  })
  useEffect(() => {
    const heard = (event: globalThis.KeyboardEvent): void => call(event)
    addEventListener('keydown', heard, true)
    return () => removeEventListener('keydown', heard, true)
  }, [])
  useEffect(() => {
    if (!disabled) box.current?.focus()
  }, [disabled])
  useEntriesAhead((line) => {
    take(readScan(line, kept))
    return true
  })
  return (
    <div className="scan-box">
      {kept === null ? null : (
        <span className="scan-kept" role="status">
          {kept.replace('.', ',')} ×
        </span>
      )}
      <input
        ref={box}
        id={id}
        className="input"
        aria-label={label}
        placeholder="Leia ou digite um código"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode={keyless ? 'none' : 'text'}
        maxLength={LONGEST}
        value={text}
        disabled={disabled}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={key}
      />
    </div>
  )
}
