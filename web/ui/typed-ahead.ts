import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { Burst, GAP_MS } from './lines/burst'

type Taker = (text: string) => boolean

/** The boxes that take entries, in the order they appeared. */
const takers: Taker[] = []

/** Who takes what is typed or scanned while something is asked over it. False from the taker: it was no entry. */
export function useEntriesAhead(taker: Taker): void {
  const take = useEffectEvent(taker)
  useEffect(() => {
    const mine: Taker = (text) => take(text)
    takers.push(mine)
    return () => {
      takers.splice(takers.indexOf(mine), 1)
    }
  }, [])
}

const LONGEST = 140

export interface TypedAhead {
  /** What is being typed. */
  readonly text: string
  /** What became of the last text that was ended by Enter. */
  readonly told: string
  readonly keys: (event: KeyboardEvent) => void
}

/**
 * A scanner, or hands that are ahead of the screen, go on while a question stands. What they type is not its answer: it joins the entries of the
 * document under it, and the Enter that ends it belongs to it.
 */
export function useTypedAhead(): TypedAhead {
  const [text, setText] = useState('')
  const [told, setTold] = useState('')
  const end = (): void => {
    setTold(takers.at(-1)?.(text) === true ? `${text} entrou na fila.` : `${text} não foi usado: responda antes.`)
    setText('')
  }
  return {
    text,
    told,
    keys: (event) => {
      const { key } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (text !== '' && (key === 'Enter' || key === 'Tab')) end()
      else if (text !== '' && key === 'Backspace') setText(text.slice(0, -1))
      else if (key.length === 1 && (text !== '' || key !== ' ')) setText((text + key).slice(0, LONGEST))
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** The same where words are the answer: only what comes as fast as a scanner types it is taken out of them. Answers the code. */
export function useScansAhead(): (event: KeyboardEvent) => string | null {
  const [burst] = useState(() => new Burst())
  return (event) => {
    const code = burst.key(event.key, event.timeStamp)
    if (code === null || takers.at(-1)?.(code) !== true) return null
    event.preventDefault()
    event.stopPropagation()
    return code
  }
}

/** The same in the boxes of a form: what the code wrote into one is taken out of it again. */
export function useCodesAhead(): (event: KeyboardEvent) => void {
  const scanned = useScansAhead()
  const before = useRef({ text: '', at: 0 })
  return (event) => {
    const { target, key, timeStamp } = event
    const box = target instanceof HTMLInputElement ? target : null
    if (key.length === 1) {
      const { text, at } = before.current
      before.current = { text: timeStamp - at < GAP_MS ? text : (box?.value ?? ''), at: timeStamp }
    }
    if (scanned(event) === null || box === null) return
    box.setRangeText(before.current.text, 0, box.value.length, 'end')
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
