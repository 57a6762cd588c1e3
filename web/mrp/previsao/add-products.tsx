import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaFields, mercadoriaFornecedorFields } from '../../../core/fields/estoque/mercadoria'
import { previsaoItemFields } from '../../../core/fields/mrp/previsao'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button, IconButton } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { FormContext } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { FormModel } from '../../ui/form/form-model'
import { PRODUCT } from '../../ui/form/product'
import { counted, displayName } from '../../ui/format'
import { isRecord, numberOf, type Row, type Values } from '../../ui/row'

const item = fieldsOf(previsaoItemFields)
const product = fieldsOf(mercadoriaFields)
const supplier = fieldsOf(mercadoriaFornecedorFields)

interface AddProps {
  readonly previsao: Row
  readonly onClose: () => void
}

const CONDITIONS = ['grupo_id', 'subgrupo_id', 'fornecedor_id', 'fabricante_id'] as const
const CLASSES = ['A', 'B', 'C'] as const
const ASK_AFTER_MS = 250

/** What is sent: the products chosen one by one, or else the conditions. Null while nothing is chosen. */
function choiceOf(values: Values, chosen: readonly Row[]): Values | null {
  if (chosen.length > 0) return { mercadoria_id_list: chosen.map((row) => row.id) }
  const conditions = CONDITIONS.flatMap((name) => (numberOf(values[name]) === null ? [] : [[name, values[name]]]))
  const curva = CLASSES.filter((one) => values[`curva_${one}`] === true)
  const sold = values.vendidas === true
  if (conditions.length === 0 && curva.length === 0 && !sold) return null
  return {
    ...Object.fromEntries(conditions),
    ...(curva.length > 0 ? { curva } : {}),
    ...(sold ? { vendidas: true } : {}),
  }
}

interface Found {
  readonly key: string
  readonly text: string
  readonly added: number
}

/** How many products the choice would add, asked once the person rests. */
function useFound(previsao: Row, choice: Values | null): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  const key = JSON.stringify(choice)
  useEffect(() => {
    if (key === 'null') return undefined
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const wanted: Values = JSON.parse(key)
        const body = await post(
          `mrp/previsao/${previsao.id}/addItens`,
          { ...wanted, simula: true },
          { signal: stop.signal },
        )
        setFound({ key, ...told(isRecord(body) ? body : {}) })
      } catch (error) {
        if (!stop.signal.aborted) setFound({ key, added: 0, text: error instanceof Error ? error.message : '' })
      }
    }
    const timer = setTimeout(() => void ask(), ASK_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [previsao.id, key])
  return found?.key === key ? found : null
}

function told(body: Values): { text: string; added: number } {
  const [found, added, room] = [body.encontrados, body.itens_incluidos, body.cabem].map((one) => numberOf(one) ?? 0)
  const all = found ?? 0
  const more = added ?? 0
  if (more > (room ?? 0))
    return {
      added: 0,
      text: `${counted(more, 'produto a mais', 'produtos a mais')}, e cabem ${room ?? 0}: restrinja a escolha.`,
    }
  const there = all - more
  const names = counted(all, 'produto', 'produtos')
  return { added: more, text: there === 0 ? `${names}.` : `${names}, ${there} já na previsão.` }
}

function useAdding({ previsao, onClose }: AddProps, choice: Values | null, found: Found | null) {
  const [busy, setBusy] = useState(false)
  const add = async (): Promise<void> => {
    if (choice === null || found === null || found.added === 0 || busy) return
    setBusy(true)
    try {
      const { periodo, dPrevisaoIni, dPrevisaoFim } = previsao
      const view = { previsao_id: previsao.id, periodo, dPrevisaoIni, dPrevisaoFim }
      await post(`mrp/previsao/${previsao.id}/addItens`, { ...choice, ...view })
      announce('mrp/previsao_item')
      toast.success(`${counted(found.added, 'produto incluído', 'produtos incluídos')}.`)
      onClose()
    } catch (error) {
      toast.error(error)
      setBusy(false)
    }
  }
  return { busy, add: () => void add() }
}

/** Chooses products for a forecast: by group, supplier, maker, ABC curve or what was sold; or one by one. */
export function AddProducts(props: AddProps): ReactElement {
  useSignals()
  const [form] = useState(() => {
    const made = new FormModel()
    made.start({ vendidas: true })
    return made
  })
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const choice = choiceOf(form.values.value, chosen)
  const found = useFound(props.previsao, choice)
  const { busy, add } = useAdding(props, choice, found)
  const many = found === null ? 0 : found.added
  const footer = (
    <>
      <span className="forecast-found" role="status">
        {choice === null ? 'Escolha ao menos uma condição ou um produto.' : (found?.text ?? 'Contando…')}
      </span>
      <span className="spacer" />
      <Button onClick={props.onClose}>Voltar</Button>
      <Button
        kind="primary"
        busy={busy}
        onClick={add}
        {...(many === 0 ? { reason: 'Nenhum produto novo a incluir.' } : {})}
      >
        {many === 0 ? 'Incluir' : `Incluir ${counted(many, 'produto', 'produtos')}`}
      </Button>
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog title="Incluir produtos na previsão" size="md" onClose={props.onClose} footer={footer}>
        <AddKeys onGo={add} />
        <div className="dialog-body add-products">
          <Conditions form={form} disabled={chosen.length > 0} />
          <OneByOne form={form} chosen={chosen} onChosen={setChosen} />
        </div>
      </Dialog>
    </FormContext>
  )
}

function Conditions({ form, disabled }: { readonly form: FormModel; readonly disabled: boolean }): ReactElement {
  useSignals()
  return (
    <fieldset disabled={disabled} className="grid-12">
      <legend className="group-title">Todos que atendem a</legend>
      <product.ReferenceField name="grupo_id" resource="estoque/mercadoria_grupo" span={6} />
      <supplier.ReferenceField name="fornecedor_id" required={false} resource="fornecedor" span={6} />
      <product.ReferenceField name="fabricante_id" resource="fabricante" span={6} />
      <div className="field" style={{ '--span': 6 }} role="group" aria-label="Curva ABC">
        <span className="field-label">Curva ABC das vendas do histórico</span>
        <span className="classes">
          {CLASSES.map((one) => (
            <label key={one} className="check">
              <input
                type="checkbox"
                checked={form.values.value[`curva_${one}`] === true}
                onChange={(event) => form.set(`curva_${one}`, event.target.checked)}
              />{' '}
              {one}
            </label>
          ))}
        </span>
      </div>
      <Field name="vendidas" label="Só os vendidos no histórico" kind="switch" span={12} />
    </fieldset>
  )
}

interface OneByOneProps {
  readonly form: FormModel
  readonly chosen: readonly Row[]
  readonly onChosen: (rows: readonly Row[]) => void
}

function OneByOne({ form, chosen, onChosen }: OneByOneProps): ReactElement {
  const pick = (row: Row | null): void => {
    form.patch({ mercadoria_id: null, mercadoria: null })
    if (row !== null && !chosen.some((one) => one.id === row.id)) onChosen([...chosen, row])
  }
  return (
    <div className="grid-12">
      <p className="group-title">Ou um a um</p>
      <item.ReferenceField
        name="mercadoria_id"
        {...PRODUCT}
        label="Produto"
        required={false}
        span={12}
        minChars={2}
        onPick={pick}
      />
      {chosen.length === 0 ? null : (
        <ul className="chosen-products" aria-label="Produtos escolhidos">
          {chosen.map((row) => (
            <li key={row.id}>
              {displayName(row)}
              <IconButton
                icon="close"
                label={`Remover ${displayName(row)}`}
                onClick={() => onChosen(chosen.filter((one) => one.id !== row.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function AddKeys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo, save: onGo })
  return null
}
