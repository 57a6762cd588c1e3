import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaPrecoFields, reajusteFields } from '../../../core/fields/estoque/mercadoria'
import { fieldsOf } from '../../ui/fields-of'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { undoPrices } from '../../comercial/tabela_preco/undo-prices'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FormContext } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { FormBody } from '../../ui/form/form-body'
import { counted, formatMoney } from '../../ui/format'
import { isRecord, isSet, numberOf, textOf, type Row, type Values } from '../../ui/row'

const { Field, ReferenceField } = fieldsOf({ ...mercadoriaPrecoFields, ...reajusteFields })

/** A table that does not hold yet has its prices made too. */
const TABLE = { resource: 'comercial/tabela_preco', where: { ativo: true } }

/** Whose prices change: of chosen goods, in a table that is asked for; or of all goods that a table's own list finds. */
export type Repriced =
  | { readonly rows: readonly Row[] }
  | { readonly table: Row; readonly filtro: object; readonly count: number }

/** What is asked of the price table: its address, and what prices are formed on. */
function asked(form: FormModel, of: Repriced, action: string): readonly [path: string, body: object] {
  const { tabela_preco_id, pMargem, pMarkup, pReajuste, arredonda } = form.values.value
  const rates = { pMargem: pMargem ?? null, pMarkup: pMarkup ?? null, pReajuste: pReajuste ?? null, arredonda }
  const goods = 'rows' in of ? { id_list: of.rows.map((row) => row.id) } : { filtro: of.filtro }
  return [`comercial/tabela_preco/${textOf(tabela_preco_id)}/${action}`, { ...rates, ...goods }]
}

/** What prices would become: those that would differ, old and new, and how many there are. */
interface Preview {
  readonly prices: readonly Values[]
  readonly all: number
  /** Without a cost, or not active: they stay as they are. */
  readonly left: number
}

/** Asks what prices would become; undefined when that is refused, which is told. */
async function preview(form: FormModel, of: Repriced): Promise<Preview | undefined> {
  try {
    const answer = await post(...asked(form, of, 'previsaoPrecos'))
    const told = isRecord(answer) ? answer : {}
    const prices = (Array.isArray(told.data) ? told.data : []).filter((one) => isRecord(one))
    return { prices, all: numberOf(told.alteradas) ?? prices.length, left: numberOf(told.ignoradas) ?? 0 }
  } catch (error) {
    toast.error(error, 'Não foi possível calcular')
    return undefined
  }
}

async function reprice(form: FormModel, of: Repriced): Promise<boolean> {
  try {
    const answer = await post(...asked(form, of, 'precifica'))
    const done = isRecord(answer) ? (numberOf(answer.quantidade) ?? 0) : 0
    const left = isRecord(answer) ? (numberOf(answer.ignoradas) ?? 0) : 0
    const change = isRecord(answer) ? textOf(answer.alteracao_id) : ''
    const undo = change === '' ? {} : { undo: undoPrices(textOf(form.values.value.tabela_preco_id), change) }
    toast.success(`${counted(done, 'preço calculado', 'preços calculados')}.`, undo)
    if (left > 0) toast.alert(`${left} sem custo ou inativas ficaram como estavam.`)
    announce('mercadoria')
    announce('comercial/tabela_preco')
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível atualizar')
    return false
  }
}

function Keys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ save: onGo, confirm: onGo })
  return null
}

/** The form of a change, in the table whose list it is about. */
function formOf(of: Repriced): FormModel {
  const form = new FormModel()
  form.suggest({ arredonda: 0, ...('rows' in of ? {} : { tabela_preco_id: of.table.id, tabela_preco: of.table }) })
  return form
}

/**
 * Prices of many products at once, in one table, by margin or markup over their cost or by a percentage: looked at, old and new, before they are changed,
 * and given back in one step.
 */
export function RepriceDialog({ of, onClose }: { readonly of: Repriced; readonly onClose: () => void }): ReactElement {
  useSignals()
  const [form] = useState(() => formOf(of))
  const [busy, setBusy] = useState(false)
  const [seen, setSeen] = useState<Preview | undefined>()
  const go = async (): Promise<void> => {
    if (busy || !(await form.chosen()) || !form.validate()) return
    setBusy(true)
    if (seen === undefined) setSeen(await preview(form, of))
    else if (await reprice(form, of)) onClose()
    setBusy(false)
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={seen === undefined ? onClose : () => setSeen(undefined)}>Voltar</Button>
      <Button
        kind="primary"
        hotkey="save"
        busy={busy}
        onClick={() => void go()}
        {...(seen?.all === 0 ? { reason: 'Nenhum preço mudaria.' } : {})}
      >
        {seen === undefined ? 'Ver preços' : `Alterar ${counted(seen.all, 'preço', 'preços')}`}
      </Button>
    </>
  )
  const goods = 'rows' in of ? of.rows.length : of.count
  const count = counted(goods, 'mercadoria', 'mercadorias')
  return (
    <FormContext value={form}>
      <Dialog title={`Precificar ${count}`} size="md" onClose={onClose} footer={footer}>
        <Keys onGo={() => void go()} />
        <FormBody loading={false} onSubmit={() => void go()}>
          {seen === undefined ? <Rates form={form} fixed={!('rows' in of)} /> : <Prices {...seen} />}
        </FormBody>
      </Dialog>
    </FormContext>
  )
}

/** What prices are formed on. */
function Rates({ form, fixed }: { readonly form: FormModel; readonly fixed: boolean }): ReactElement {
  useSignals()
  const { pMargem, pMarkup, pReajuste } = form.values.value
  return (
    <fieldset className="fields">
      <div className="tab-panel grid-12">
        <ReferenceField name="tabela_preco_id" {...TABLE} span={12} disabled={fixed} />
        <Field name="pMargem" span={4} disabled={isSet(pMarkup) || isSet(pReajuste)} />
        <Field name="pMarkup" span={4} disabled={isSet(pMargem) || isSet(pReajuste)} />
        <Field name="pReajuste" span={4} disabled={isSet(pMargem) || isSet(pMarkup)} />
        <Field name="arredonda" span={4} />
        <p className="field-help">
          Margem e markup são sobre o custo médio, o reajuste sobre o preço de agora; em branco, vale a margem usual da
          tabela.
        </p>
      </div>
    </fieldset>
  )
}

/** Prices as they are and as they would be. */
function Prices({ prices, all, left }: Preview): ReactElement {
  const more = all > prices.length ? ` ${counted(prices.length, 'é mostrado', 'são mostrados')}.` : ''
  const stay = left > 0 ? ` ${left} sem custo ou inativas ficam como estão.` : ''
  return (
    <div className="dialog-body stack">
      <p role="status">{`${counted(all, 'preço muda', 'preços mudam')}.${more}${stay}`}</p>
      {prices.length === 0 ? null : (
        <div className="price-scroll" tabIndex={0} role="region" aria-label="Preços de antes e de depois">
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">Mercadoria</th>
                <th scope="col" className="cell-end">
                  De
                </th>
                <th scope="col" className="cell-end">
                  Para
                </th>
              </tr>
            </thead>
            <tbody>
              {prices.map(({ mercadoria_id, codigo, xProd, de, para }) => (
                <tr key={textOf(mercadoria_id)}>
                  <th scope="row">{[textOf(codigo), textOf(xProd)].filter((part) => part !== '').join(' · ')}</th>
                  <td className="cell-end">{de === null ? '–' : formatMoney(de)}</td>
                  <td className="cell-end">
                    <strong>{formatMoney(para)}</strong>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
