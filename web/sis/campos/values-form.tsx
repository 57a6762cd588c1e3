import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react'
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { AUTOSAVE_MS } from '../../../core/custom/kinds'
import { EXTENSIBLE } from '../../../core/custom/extensible'
import { ApiError, get, post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { errorText, toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { withOwn } from '../../ui/custom/flat'
import { useOwnFields } from '../../ui/custom/known'
import { OwnFields } from '../../ui/custom/own-fields'
import { Dialog } from '../../ui/dialog'
import { FormContext } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { isRecord, type Row, type Values } from '../../ui/row'

const DRAFT = 'draft'
const OWN = 'extra.'

/** An answer as a form holds a record. */
const recordOf = (told: unknown): Row => {
  const { id, versao, values } = isRecord(told) ? told : {}
  return withOwn({ id: String(id ?? DRAFT), versao, extra: values })
}

/** What was typed, by the key of each field. */
const typedIn = (form: FormModel): Values =>
  Object.fromEntries(
    form.changedNames().map((name) => [name.slice(OWN.length), form.values.value[name] ?? null] as const),
  )

/** What is wrong, one line a field, or what a refusal says. */
const faultsOf = (error: unknown): string =>
  error instanceof ApiError && Object.keys(error.fields).length > 0
    ? Object.values(error.fields).flat().join('\n')
    : errorText(error)

interface Saving {
  readonly form: FormModel
  readonly state: 'draft' | 'saved' | 'waiting'
  readonly save: () => Promise<void>
}

/** How far what was typed is. */
class Stage {
  readonly now = signal<Saving['state']>('draft')

  to(next: Saving['state']): void {
    this.now.value = next
  }
}

/** The fields of a record in a form of their own: loaded, and saved half a second after the last key. Of a draft they are held until the record has a number. */
function useValues(alias: string, id: string): Saving {
  useSignals()
  const [form] = useState(() => new FormModel())
  const [stage] = useState(() => new Stage())
  const held = useRef<Values>({})
  const address = `custom-fields/${alias}/${id}`
  const save = async (): Promise<void> => {
    const values = { ...held.current, ...typedIn(form) }
    if (id === DRAFT) {
      held.current = values
      return
    }
    if (Object.keys(values).length === 0 || !form.validate()) return
    stage.to('waiting')
    const asked = form.values.value
    try {
      form.load(recordOf(await post(address, { values, versao: form.version })), asked)
      held.current = {}
      stage.to('saved')
      announce(alias)
    } catch (error) {
      if (error instanceof ApiError) form.reject(error.fields, asked)
      toast.danger(faultsOf(error), { title: 'Erro ao salvar dados', about: form })
    }
  }
  const begun = useEffectEvent(async (from: string, stop: AbortController) => {
    try {
      const row = recordOf(await get(`${from}?expand=1`, { signal: stop.signal }))
      form.load(row, form.values.value)
      stage.to(id === DRAFT ? 'draft' : 'saved')
      if (id !== DRAFT && Object.keys(held.current).length > 0) await save()
    } catch (error) {
      if (!stop.signal.aborted) toast.danger(faultsOf(error), { title: 'Erro ao carregar campos personalizados' })
    }
  })
  useEffect(() => {
    const stop = new AbortController()
    void begun(address, stop)
    return () => stop.abort()
  }, [address])
  const typed = JSON.stringify(typedIn(form))
  const autosave = useEffectEvent(() => void save())
  useEffect(() => {
    if (typed === '{}') return undefined
    const timer = setTimeout(autosave, AUTOSAVE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { form, state: stage.now.value, save }
}

const STATES = {
  draft: { word: 'Rascunho', hue: 'cinza' },
  waiting: { word: 'Salvando', hue: 'azul' },
  saved: { word: 'Salvo', hue: 'verde' },
} as const

/** The fields that a company added to a record, by themselves: `/ui/custom-fields/{alias}/{id}`, and as a modal that goes back to where one came from. */
export function ValuesForm(modal: ModalProps): ReactElement {
  useSignals()
  const { alias = '', id = DRAFT } = modal.params
  const fields = useOwnFields(alias)
  const { form, state, save } = useValues(alias, id)
  useKeys({ save: () => void save() })
  const title = `${EXTENSIBLE[alias] ?? 'Registro'} ${id === DRAFT ? '' : `nº ${id} `}· Campos próprios`
  const leave = (): void => (history.length > 1 ? history.back() : modal.onClose())
  return (
    <FormContext value={form}>
      <Dialog
        title={title}
        size={modal.size}
        onClose={leave}
        {...(modal.path === undefined ? {} : { screen: modal.path })}
        tools={<Chip {...STATES[state]} />}
        footer={
          <>
            <span className="spacer" />
            <Button onClick={leave}>Voltar</Button>
            <Button kind="primary" hotkey="save" onClick={() => void save()}>
              Salvar
            </Button>
          </>
        }
      >
        <div className="fields">
          <div className="grid-12 tab-panel">
            {fields.length === 0 ? <p>Não há campos próprios neste cadastro.</p> : <OwnFields fields={fields} />}
          </div>
        </div>
      </Dialog>
    </FormContext>
  )
}
