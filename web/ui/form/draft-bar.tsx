import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { type Draft, dropDraft, keepDraft, readDraft } from '../../app/drafts'
import { session } from '../../app/session'
import { Button } from '../button'
import { numberOf, type Values } from '../row'
import type { FormModel } from './form-model'
import { same } from './typed-since'

const REST_MS = 500

/** The values that were typed, and beside the number of a chosen record what it is shown by. */
function typedValues(form: FormModel, values: Values): Values {
  const names = form.changedNames().flatMap((name) => [name, name.replace(/_id$/, '')])
  return Object.fromEntries([...new Set(names)].filter((name) => name in values).map((name) => [name, values[name]]))
}

const versionOf = (form: FormModel): number | null => numberOf(form.record.peek()?.versao)

/** Does a draft say anything that the form does not hold? */
const differs = (form: FormModel, { values }: Draft): boolean =>
  Object.entries(values).some(([name, value]) => !same(value, form.values.peek()[name]))

interface Kept {
  /** One that was found and is not decided on. */
  readonly found: Draft | null
  readonly take: () => void
  readonly drop: () => void
}

/** Keeps what is typed while it is not saved, and finds what was kept before. */
function useKept(form: FormModel, address: string, ready: boolean): Kept {
  useSignals()
  const [found, setFound] = useState<{ readonly address: string; readonly draft: Draft } | null>(null)
  const dirty = form.dirty.value
  const values = form.values.value
  const kept = useRef('')
  const offer = useEffectEvent((draft: Draft | null) => {
    if (draft !== null && differs(form, draft)) setFound({ address, draft })
  })
  useEffect(() => {
    if (!ready) return undefined
    let left = false
    const look = async (): Promise<void> => {
      const draft = await readDraft(address)
      if (!left) offer(draft)
    }
    void look()
    return () => {
      left = true
    }
  }, [ready, address])
  useEffect(() => {
    if (!dirty || !ready) return undefined
    const timer = setTimeout(() => {
      kept.current = address
      void keepDraft(address, { at: Date.now(), versao: versionOf(form), values: typedValues(form, values) })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [dirty, ready, values, address, form])
  // What was saved, or given up with its form, is no draft any more. A session that ends keeps it.
  useEffect(() => {
    if (!dirty && kept.current !== '') forgetKept(kept)
  }, [dirty])
  const leave = useEffectEvent(() => {
    if (kept.current !== '' && session.peek().status === 'in') forgetKept(kept)
  })
  useEffect(() => () => leave(), [])
  const decide = (): void => setFound(null)
  return {
    found: found?.address === address ? found.draft : null,
    take: () => {
      if (found !== null) form.patch(found.draft.values)
      kept.current = address
      decide()
    },
    drop: () => {
      void dropDraft(address)
      decide()
    },
  }
}

function forgetKept(kept: { current: string }): void {
  void dropDraft(kept.current)
  kept.current = ''
}

const TIME = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' })

/** `14:32`, and of another day `24/11 14:32`. */
function timeText(at: number): string {
  const [day, time] = [DAY.format(at), TIME.format(at)]
  return day === DAY.format(Date.now()) ? time : `${day} ${time}`
}

interface DraftBarProps {
  readonly form: FormModel
  readonly address: string
  /** The record is there, and may be written. */
  readonly ready: boolean
}

/** Offers what was typed here before the page went. */
export function DraftBar({ form, address, ready }: DraftBarProps): ReactElement | null {
  const { found, take, drop } = useKept(form, address, ready)
  if (found === null) return null
  const older = found.versao !== versionOf(form)
  return (
    <div className="draft-bar" role="status">
      <span>
        Há um rascunho de {timeText(found.at)}
        {older ? ', de antes da última alteração do registro' : ''}.
      </span>
      <Button onClick={take}>Retomar</Button>
      <Button kind="quiet" onClick={drop}>
        Descartar
      </Button>
    </div>
  )
}
