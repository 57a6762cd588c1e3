import { useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { step90 } from '../../../core/pricing/tables'
import { post } from '../../app/api'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { useForm, useRegistered } from '../../ui/form/context'
import { FieldFrame } from '../../ui/form/field'
import { Field } from '../../ui/form/fields'
import type { FormModel } from '../../ui/form/form-model'
import { DISCOUNT_AMOUNTS, DISCOUNTS } from '../../../core/pricing/line'
import { ItemForm } from '../../ui/form/item-form'
import { openForms } from '../../ui/form/open-forms'
import { ProductField } from '../../ui/form/product-field'
import { ReferenceField } from '../../ui/form/reference-field'
import { amountOf, formatMoney } from '../../ui/format'
import { isRecord, isSet, type Row, type Values } from '../../ui/row'
import { newLine, pricesOf } from './goods'
import { DOCUMENTS, type DocumentKind } from './kind'
import { nameOfLine, priced, sentDocument, showDiscount, writeDiscount } from './line'

const TYPES = [
  { value: 1, label: 'Em R$' },
  { value: 0, label: 'Em %' },
]

const ST_RATES = [
  { name: 'pICMS', label: 'ICMS (%)' },
  { name: 'pMVAST', label: 'MVA (%)' },
  { name: 'pICMSST', label: 'ICMS-ST (%)' },
  { name: 'pRedBCST', label: 'Redução da base (%)' },
  { name: 'pFCPST', label: 'FCP-ST (%)' },
]
const ST_AMOUNTS = [
  { name: 'vBCST', label: 'Base do ICMS-ST' },
  { name: 'vICMSST', label: 'Valor do ICMS-ST' },
  { name: 'vBCFCPST', label: 'Base do FCP-ST' },
  { name: 'vFCPST', label: 'Valor do FCP-ST' },
]

/** The line as the form has it, priced by the core. */
function useAmounts(): Values {
  useSignals()
  return priced(useForm().values.value)
}

function Amounts(): ReactElement {
  const line = useAmounts()
  const parts = [
    { label: 'Preço líquido', value: line.vUnLiquido },
    { label: 'IPI', value: line.vIPI },
    { label: 'Subtotal', value: line.vSubtotal },
    { label: 'Total', value: line.vTotal },
  ]
  return (
    <dl className="amounts">
      {parts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatMoney(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Asks the server for the ST of the line, by the tax rules of the document's customer. */
async function calculate(form: FormModel, kind: DocumentKind, document: number | string): Promise<void> {
  const line = priced(form.values.value)
  try {
    const answer = await post(`${kind}_mercadoria/calcSt`, {
      [DOCUMENTS[kind].link]: document,
      mercadoria_id: line.mercadoria_id,
      vSubtotal: amountOf(line.vSubtotal),
      vIPI: amountOf(line.vIPI),
    })
    if (!isRecord(answer)) return
    const names = [...ST_RATES, ...ST_AMOUNTS].map(({ name }) => name)
    form.patch(Object.fromEntries(names.map((name) => [name, answer[name] ?? 0])))
  } catch (error) {
    toast.error(error)
  }
}

function SubstitutionFields({
  kind,
  document,
}: {
  readonly kind: DocumentKind
  readonly document: FormModel | undefined
}): ReactElement {
  useSignals()
  const form = useForm()
  const [busy, setBusy] = useState(false)
  const id = document?.record.value?.id
  const run = async (): Promise<void> => {
    if (id === undefined) return
    setBusy(true)
    await calculate(form, kind, id)
    setBusy(false)
  }
  const reason =
    id === undefined
      ? 'Salve o documento antes de calcular o ICMS-ST.'
      : isSet(form.values.value.mercadoria_id)
        ? undefined
        : 'Escolha a mercadoria antes.'
  return (
    <>
      <h3 className="group-title with-action">
        Substituição tributária
        <Button busy={busy} {...(reason === undefined ? {} : { reason })} onClick={() => void run()}>
          Calcular ICMS-ST
        </Button>
      </h3>
      {ST_RATES.map(({ name, label }) => (
        <Field key={name} name={name} label={label} kind="percent" decimals={4} span={2} />
      ))}
      {ST_AMOUNTS.map(({ name, label }) => (
        <Field key={name} name={name} label={label} kind="money" span={3} />
      ))}
    </>
  )
}

/** One discount, in the line's own way: money or percent; `10%` is percent on any line. */
function DiscountBox({
  name,
  label,
}: {
  readonly name: (typeof DISCOUNTS)[number]
  readonly label: string
}): ReactElement {
  useSignals()
  const form = useForm()
  const input = useRef<HTMLInputElement>(null)
  const [typing, setTyping] = useState<string | null>(null)
  const amount = DISCOUNT_AMOUNTS[name]
  const focus = (): void => input.current?.focus()
  useRegistered({ name, label, required: false, focus })
  useRegistered({ name: amount, label, required: false, focus })
  const leave = (): void => {
    if (typing === null) return
    const line = { ...form.values.value, key: '' }
    const written: Values = writeDiscount(line, name, typing)
    form.patch({ [name]: written[name], [amount]: written[amount] ?? null, tp_desconto: written.tp_desconto })
    setTyping(null)
  }
  return (
    <FieldFrame name={name} label={label} span={2}>
      {(ids) => (
        <input
          {...ids}
          ref={input}
          className="input input-end"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={typing ?? showDiscount(form.values.value, name)}
          onChange={(event) => setTyping(event.target.value)}
          onBlur={leave}
        />
      )}
    </FieldFrame>
  )
}

function DiscountFields(): ReactElement {
  return (
    <>
      <Field name="tp_desconto" label="Descontos" kind="select" options={TYPES} span={2} />
      {DISCOUNTS.map((name, index) => (
        <DiscountBox key={name} name={name} label={`${index + 1}º desconto`} />
      ))}
    </>
  )
}

const ACTIVE = { ativo: true }
const step = (value: unknown, direction: 'up' | 'down'): number => Number(step90(amountOf(value), direction).toFixed(2))

/** Every field of a line of a quote or sale, over its document. */
export function DocumentItemForm({
  kind,
  modal,
}: {
  readonly kind: DocumentKind
  readonly modal: ModalProps
}): ReactElement {
  useSignals()
  const names = DOCUMENTS[kind]
  const document = openForms.value.get((modal.path ?? '').split('/').slice(0, -2).join('/'))
  const fill = async (product: Row | null, form: FormModel): Promise<void> => {
    if (product === null || document === undefined) return
    const { qTrib } = form.values.value
    try {
      const precos = await pricesOf(product.id)
      form.patch(newLine(document, product, Number(amountOf(qTrib)) || 1, precos))
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <ItemForm
      modal={modal}
      name="Item"
      title={nameOfLine}
      list={names.lines}
      resource={kind}
      shape={(values, record) => sentDocument(names, values, record)}
      defaults={LINE_DEFAULTS}
      savedText={`${names.title} ${kind === 'venda' ? 'salva' : 'salvo'} com sucesso.`}
      finish={priced}
    >
      <ProductField label="Mercadoria" required span={8} onPick={(row, form) => void fill(row, form)} />
      <ReferenceField
        name="tabela_preco_id"
        label="Tabela de preço"
        resource="comercial/tabela_preco"
        span={4}
        where={ACTIVE}
      />
      <Field name="qTrib" label="Quantidade" kind="number" decimals={4} required span={3} />
      <Field
        name="vUnTrib"
        label="Preço unitário"
        kind="money"
        required
        span={3}
        stepper={step}
        help="↑ e ↓ levam a ,90"
      />
      <Field name="pIPI" label="IPI (%)" kind="percent" decimals={4} span={3} />
      <Field name="pComissao" label="Comissão (%)" kind="percent" decimals={4} span={3} />
      <DiscountFields />
      <SubstitutionFields kind={kind} document={document} />
      <Amounts />
    </ItemForm>
  )
}

const LINE_DEFAULTS: Values = { qTrib: 1, vUnTrib: 0, tp_desconto: 1, pIPI: 0, decimal_preco: 2 }
