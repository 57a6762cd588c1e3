import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react'
import { GS } from '../../../core/gs1'
import { isTyping } from '../../app/keys'
import { scaleServes, type Weighing, weigh, weighHint, weighKey } from '../../devices/here'
import { IconButton } from '../button'
import { useEntriesAhead } from '../typed-ahead'
import { CameraReader, type CameraReaderProps } from './camera-reader'
import { CutReading } from './cut-reading'
import { type Scanned, readScan } from './grammar'

export interface ScanBoxProps {
  readonly label: string
  /** A code that was scanned or typed; `quantity` is how many times it counts, null where nobody said. */
  readonly onScan: (code: string, quantity: string | null) => void
  readonly onFault: (message: string) => void
  /** How many times the next code counts, where it was told: with a dot, as it is sent. */
  readonly times: string | null
  readonly onTimes: (times: string | null) => void
  /** Nothing is counted by it now: a number alone is a code too. */
  readonly plain?: boolean
  /** What the focus may rest on without being called back: what is open over the box asks for itself. */
  readonly disabled?: boolean
  /** A phone shows no keyboard for it: what is read comes from the device's own reader. */
  readonly keyless?: boolean
}

const LONGEST = 400

/** There is one scanner, whichever box hears it. */
const cut = new CutReading()

/** Turns the camera on, in place of a scanner, and off. */
function WithCamera(reading: CameraReaderProps): ReactElement {
  const [on, setOn] = useState(false)
  return (
    <>
      <IconButton
        icon="camera"
        label={on ? 'Desligar a câmera' : 'Ler com a câmera'}
        pressed={on}
        disabled={reading.paused}
        onClick={() => setOn(!on)}
      />
      {on ? <CameraReader {...reading} /> : null}
    </>
  )
}

/** Is it on the layer of the box: on no dialog over it? */
function isBeside(target: EventTarget | null, box: HTMLElement | null): boolean {
  const layer = target instanceof Element ? target.closest('dialog') : null
  return layer === null || layer === box?.closest('dialog')
}

/** Keys that are meant for nobody else: buttons beside the box, and the page itself, take none of a scanner's. */
const isFree = (target: EventTarget | null, box: HTMLElement | null): boolean =>
  !isTyping(target) &&
  target instanceof Element &&
  target.closest('[role="menu"], [role="listbox"]') === null &&
  isBeside(target, box)

/** The focus is the box's as it appears, and again once nothing is asked over it. */
function useFocus(box: RefObject<HTMLInputElement | null>, disabled: boolean): void {
  useEffect(() => {
    if (disabled) return undefined
    // Under a dialog that has just closed a box may have the focus and no keys: it gives it up and takes it anew, once that is gone.
    const later = requestAnimationFrame(() => {
      box.current?.blur()
      box.current?.focus()
    })
    return () => cancelAnimationFrame(later)
  }, [box, disabled])
}

/** What a scanner types anywhere beside the box goes into it; what it types while the box takes nothing is remembered as lost. */
function useScannerKeys(box: RefObject<HTMLInputElement | null>, disabled: boolean): void {
  const call = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.length !== 1 || (event.ctrlKey && event.key !== ']')) return
    if (disabled) return isBeside(event.target, box.current) ? cut.lose(event.timeStamp) : undefined
    if (event.defaultPrevented || event.altKey || event.metaKey || !isFree(event.target, box.current)) return
    // Once it has the focus, the key that is on its way is written into it.
    box.current?.focus()
  })
  useEffect(() => {
    const heard = (event: globalThis.KeyboardEvent): void => call(event)
    addEventListener('keydown', heard, true)
    return () => removeEventListener('keydown', heard, true)
  }, [])
}

/** A weight is how many times the next code counts: one that comes after a code was read is of none. */
const weighingOf = (
  { onTimes }: Pick<ScanBoxProps, 'onTimes'>,
  box: RefObject<HTMLInputElement | null>,
  reads: RefObject<number>,
): Weighing => {
  const before = reads.current
  return { write: onTimes, isHere: () => box.current?.isConnected === true && reads.current === before }
}

/**
 * A box for a scanner: it has the focus whenever nothing else is written in, and takes what a scanner types anywhere on the screen. Readers send the separator of
 * GS1 as Ctrl+]. Lines are read by `readScan`: `3*code`, a quantity and then a code, or a code. The camera reads in place of a scanner, once it is turned on.
 */
export function ScanBox(props: ScanBoxProps): ReactElement {
  const { label, onScan, onFault, times, onTimes, plain = false, disabled = false, keyless = false } = props
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  // How many codes were read so far.
  const reads = useRef(0)
  const take = (scanned: Scanned | null): void => {
    if (scanned === null) return
    reads.current += 1
    if (scanned.kind === 'quantity') return onTimes(scanned.quantity)
    onTimes(null)
    if (scanned.kind === 'fault') onFault(scanned.message)
    else onScan(scanned.code, scanned.quantity)
  }
  // A number that is still being put together may end in its dot.
  const read = (line: string): void => take(readScan(line, times?.replace(/\.$/, '') ?? null, plain))
  const weighNow = (): void => {
    if (box.current !== null) void weigh(box.current, weighingOf(props, box, reads))
  }
  const key = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (weighKey(event, weighingOf(props, box, reads))) return
    const isRest = cut.isRest(event.timeStamp)
    if ((event.key === 'Enter' && !event.ctrlKey) || (event.key === 'Tab' && text !== '')) {
      if (isRest) onFault('Leitura incompleta: leia de novo.')
      else read(event.currentTarget.value)
      setText('')
    } else if (event.ctrlKey && event.key === ']') setText(event.currentTarget.value + GS)
    else if (event.key === 'Escape' && (text !== '' || times !== null)) {
      setText('')
      onTimes(null)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  useScannerKeys(box, disabled)
  useFocus(box, disabled)
  useEntriesAhead((line) => {
    read(line)
    return true
  })
  return (
    <div className="scan-box">
      {times === null ? null : (
        <span className="scan-kept" role="status">
          {times.replace('.', ',')} ×
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
        title={weighHint(!plain)}
        onKeyDown={key}
      />
      {!plain && scaleServes() ? (
        <IconButton icon="scale" label="Ler a balança (F2)" disabled={disabled} onClick={weighNow} />
      ) : null}
      <WithCamera onCode={read} paused={disabled} />
    </div>
  )
}
