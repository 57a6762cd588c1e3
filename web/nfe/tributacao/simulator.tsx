import { useState, type ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { CRT } from '../../../core/fields/cadastros/empresa'
import { CONTRIBUTOR } from '../../../core/fields/cadastros/pessoas'
import { simulacaoFields } from '../../../core/fields/nfe/tributacao'
import { ApiError, post } from '../../app/api'
import { useKeys } from '../../app/keys'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { FormContext } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { PRODUCT } from '../../ui/form/product'
import { commitTyping } from '../../ui/form/resource-form'
import { formatAmount, formatMoney } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { isRecord, isSet, textOf, type Row, type Values } from '../../ui/row'
import style from './simulator.css' with { type: 'text' }

addStyle(style)

const { Field, ReferenceField, defaults } = fieldsOf(simulacaoFields)

function begun(): FormModel {
  const form = new FormModel()
  form.start({ ...defaults })
  return form
}

const NAME = /[a-zA-Z]+\.vBC|[a-zA-Z]\w+/g

/** A formula with its figures: `vBC × pICMS = 1.000,00 × 19,50`. */
function written(step: Values): string {
  const operands = isRecord(step.operands) ? step.operands : {}
  const formula = textOf(step.formula)
  const figures = formula.replaceAll(NAME, (name) =>
    isSet(operands[name]) ? formatAmount(textOf(operands[name])) : name,
  )
  return figures === formula ? formula : `${formula} = ${figures}`
}

const named = (step: Values): string => `${textOf(step.field)} ${formatAmount(textOf(step.value))}: ${written(step)}`

function Tax({ tax }: { readonly tax: Values }): ReactElement {
  const steps = Array.isArray(tax.passos) ? tax.passos.filter(isRecord) : []
  const about = [
    ...(isSet(tax.base) ? [`base ${formatMoney(textOf(tax.base))}`] : []),
    ...(isSet(tax.aliquota) ? [`alíquota ${formatAmount(textOf(tax.aliquota))} %`] : []),
  ]
  return (
    <li>
      <span>
        <strong>{textOf(tax.imposto)}</strong>
        {about.length === 0 ? null : <span className="hint"> · {about.join(' · ')}</span>}
      </span>
      <span className="tax-value">{formatMoney(textOf(tax.valor))}</span>
      <details>
        <summary>Como se calcula</summary>
        {steps.map((step) => (
          <p key={textOf(step.field)} className="field-help">
            {named(step)}
          </p>
        ))}
      </details>
    </li>
  )
}

const wordOf = (words: Readonly<Record<string, string>>, value: unknown): string => words[textOf(value)] ?? ''

function Result({ told, onOpen }: { readonly told: Values; readonly onOpen: (id: string) => void }): ReactElement {
  const rule = isRecord(told.regra) ? told.regra : undefined
  const parties = isRecord(told.partes) ? told.partes : {}
  const notices = Array.isArray(told.avisos) ? told.avisos.map(textOf) : []
  const taxes = Array.isArray(told.tributos) ? told.tributos.filter(isRecord) : []
  return (
    <section className="panel" aria-label="Resultado">
      <dl className="facts">
        <dt>Regra</dt>
        <dd>
          {rule === undefined ? (
            'Nenhuma'
          ) : (
            <>
              <Button kind="quiet" onClick={() => onOpen(textOf(rule.id))}>
                {textOf(rule.descricao)}
              </Button>{' '}
              <span className="hint">{textOf(rule.por)}</span>
            </>
          )}
        </dd>
        <dt>De / para</dt>
        <dd>
          {textOf(parties.UFOrig)} / {textOf(parties.UFDest)} · {wordOf(CRT, parties.CRT)} ·{' '}
          {wordOf(CONTRIBUTOR, parties.contribuinte)}
        </dd>
        <dt>CFOP</dt>
        <dd>{textOf(told.CFOP) || '–'}</dd>
        <dt>Total do item</dt>
        <dd>{isSet(told.vItem) ? formatMoney(textOf(told.vItem)) : '–'}</dd>
      </dl>
      {notices.map((notice) => (
        <p key={notice} className="hint hint-warn" role="status">
          {notice}
        </p>
      ))}
      <ul className="taxes" aria-label="Tributos">
        {taxes.map((tax) => (
          <Tax key={textOf(tax.imposto)} tax={tax} />
        ))}
      </ul>
    </section>
  )
}

function Keys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo, save: onGo, dispatch: onGo })
  return null
}

/** The price of a product, where none was written yet. */
function fillPrice(row: Row | null, form: FormModel): void {
  if (row !== null && !isSet(form.values.value.vUnTrib) && isSet(row.preco)) form.set('vUnTrib', row.preco)
}

interface SimulatorProps {
  readonly onClose: () => void
}

/** Product, customer and operation: which rule is taken and what each tax would be, step by step. Nothing is written. */
export function Simulator({ onClose }: SimulatorProps): ReactElement {
  const [form] = useState(begun)
  const [told, setTold] = useState<Values | null>(null)
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    commitTyping()
    if (busy || !(await form.chosen()) || !form.validate()) return
    const given = Object.entries(form.values.value).filter(([name, value]) => name in simulacaoFields && isSet(value))
    setBusy(true)
    try {
      const answer = await post('nfe/tributacao/simula', Object.fromEntries(given))
      setTold(isRecord(answer) ? answer : null)
    } catch (error) {
      if (error instanceof ApiError) form.reject(error.fields)
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" hotkey="confirm" busy={busy} onClick={() => void go()}>
        Simular
      </Button>
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog title="Simular tributos" size="lg" onClose={onClose} footer={footer}>
        <Keys onGo={() => void go()} />
        <div className="dialog-body stack">
          <div className="grid-12">
            <ReferenceField name="mercadoria_id" {...PRODUCT} onPick={fillPrice} span={6} />
            <ReferenceField name="cliente_id" resource="cliente" span={6} />
            <ReferenceField name="tipo_entrada_saida_id" resource="tipo_entrada_saida" span={6} />
            <Field name="data" help="Vazia: hoje" span={3} />
            <Field name="qTrib" span={3} />
            <Field name="vUnTrib" span={4} />
            <Field name="vFrete" span={4} />
            <Field name="vDesc" span={4} />
          </div>
          {told === null ? null : (
            <Result
              told={told}
              onOpen={(id) => {
                onClose()
                open(pathOf('tributacao', id))
              }}
            />
          )}
        </div>
      </Dialog>
    </FormContext>
  )
}
