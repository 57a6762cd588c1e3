import { useContext, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { Life } from '../../../core/lifecycle/life'
import { needOf } from '../../app/access'
import { whyNot } from '../../app/why'
import { toast } from '../../app/toasts'
import { SaveContext, useForm } from '../form/context'
import type { FormModel } from '../form/form-model'
import type { Row, Values } from '../row'
import { whyNotVerb } from './state'

const UNSAVED = 'Salve o documento antes.'
const OPENING = 'O documento ainda está abrindo.'

/** The document under the hands, and the way to save what was typed first. */
export interface OpenDocument {
  readonly form: FormModel
  readonly save: () => Promise<boolean>
}

export interface VerbRules {
  readonly right: string
  readonly life: Life
  /** Facts beside the record that conditions of the life ask. */
  readonly facts?: ((row: Row) => Values) | undefined
  /** Actions that save a new document first. */
  readonly savesFirst: readonly string[]
  /** Actions that change nothing. */
  readonly free: readonly string[]
}

export interface DocumentVerbs {
  readonly record: Row | undefined
  readonly busy: boolean
  readonly reason: (action: string) => string | undefined
  /** Runs one verb at a time; a refused one says why instead. */
  readonly run: (action: string, verb: (doc: OpenDocument) => Promise<void>) => void
}

/** What can be done with the document of this form now, and why what cannot cannot. */
export function useVerbs(rules: VerbRules): DocumentVerbs {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const [busy, setBusy] = useState(false)
  const record = form.record.value
  const missing = whyNot(needOf(rules.right, 'edit'))
  const reason = (action: string): string | undefined => {
    if (form.opening.value) return OPENING
    if (missing !== null && !rules.free.includes(action)) return missing
    if (record === undefined) return rules.savesFirst.includes(action) ? undefined : UNSAVED
    if (rules.free.includes(action)) return undefined
    return whyNotVerb(rules.life, { ...record, ...rules.facts?.(record) }, action)
  }
  const start = async (verb: (doc: OpenDocument) => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await verb({ form, save })
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  return {
    record,
    busy,
    reason,
    run: (action, verb) => {
      if (busy) return
      const refusal = reason(action)
      if (refusal === undefined) void start(verb)
      else toast.alert(refusal)
    },
  }
}

/** The saved record behind the form, saving first what was typed; undefined when that failed. */
export async function settled({ form, save }: OpenDocument): Promise<Row | undefined> {
  if (!(await form.chosen())) return undefined
  if ((form.record.value === undefined || form.dirty.value) && !form.readOnly.value && !(await save())) return undefined
  return form.record.value
}

/** A button's reason, where there is one. */
export const because = (reason: string | undefined): { readonly reason?: string } =>
  reason === undefined ? {} : { reason }
