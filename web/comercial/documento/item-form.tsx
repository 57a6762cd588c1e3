import { useEffect, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { lineFields } from '../../../core/fields/comercial/lines'
import { DISCOUNT_AMOUNTS, DISCOUNTS, MONEY } from '../../../core/pricing/line'
import { step90 } from '../../../core/pricing/tables'
import { post } from '../../app/api'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm, useRegistered } from '../../ui/form/context'
import { FieldFrame } from '../../ui/form/field'
import type { FormModel } from '../../ui/form/form-model'
import { ItemForm } from '../../ui/form/item-form'
import { openForms } from '../../ui/form/open-forms'
import { PRODUCT } from '../../ui/form/product'
import { amountOf, formatMoney } from '../../ui/format'
import { isRecord, isSet, textOf, type Row, type Values } from '../../ui/row'
import { priceTable } from '../tabela_preco/holding'
import { ChoicesFields } from './choices-fields'
import { goodsFacts, learnDocument, learnProduct, productOf } from './facts'
import { newLine } from './goods'
import { DOCUMENTS, type DocumentKind } from './kind'
import { agreesToMarks } from './marks'
import { nameOfLine, priced, sentDocument, showDiscount, writeDiscount } from './line'

const { Field, ReferenceField, label, defaults } = fieldsOf(lineFields())

const ST_RATES = ['pICMS', 'pMVAST', 'pICMSST', 'pRedBCST', 'pFCPST'] as const
const ST_AMOUNTS = ['vBCST', 'vICMSST', 'vBCFCPST', 'vFCPST'] as const
const AMOUNTS = ['vUnLiquido', 'vIPI', 'vSubtotal', 'vTotal'] as const

/** The line as the form has it, priced by the core. */
function useAmounts(): Values {
  useSignals()
  return priced(useForm().values.value)
}

function Amounts(): ReactElement {
  const line = useAmounts()
  return (
    <dl className="amounts">
      {AMOUNTS.map((name) => (
        <div key={name}>
          <dt>{label(name)}</dt>
          <dd>{formatMoney(line[name])}</dd>
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
    form.patch(Object.fromEntries([...ST_RATES, ...ST_AMOUNTS].map((name) => [name, answer[name] ?? 0])))
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
      {ST_RATES.map((name) => (
        <Field key={name} name={name} span={2} />
      ))}
      {ST_AMOUNTS.map((name) => (
        <Field key={name} name={name} span={3} />
      ))}
    </>
  )
}

/** One discount, in the line's own way: money or percent; `10%` is percent on any line. */
function DiscountBox({ name }: { readonly name: (typeof DISCOUNTS)[number] }): ReactElement {
  useSignals()
  const form = useForm()
  const input = useRef<HTMLInputElement>(null)
  const [typing, setTyping] = useState<string | null>(null)
  const amount = DISCOUNT_AMOUNTS[name]
  const focus = (): void => input.current?.focus()
  useRegistered({ name, label: label(name), required: false, focus })
  useRegistered({ name: amount, label: label(name), required: false, focus, mute: true })
  const leave = (): void => {
    if (typing === null) return
    const line = { ...form.values.value, key: '' }
    const written: Values = writeDiscount(line, name, typing)
    form.patch({ [name]: written[name], [amount]: written[amount] ?? null, tp_desconto: written.tp_desconto })
    setTyping(null)
  }
  return (
    <FieldFrame name={name} label={label(name)} span={2}>
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
      <Field name="tp_desconto" label="Descontos" span={2} />
      {DISCOUNTS.map((name) => (
        <DiscountBox key={name} name={name} />
      ))}
    </>
  )
}

const LINE: Values = { ...defaults, qTrib: 1, vUnTrib: 0, tp_desconto: MONEY }
const step = (value: unknown, direction: 'up' | 'down'): number => Number(step90(amountOf(value), direction).toFixed(2))

/** What is chosen of the line's product, where it is made to order. */
function Choices({ document, list }: { readonly document: FormModel; readonly list: string }): ReactElement | null {
  useSignals()
  const line = useForm().values.value
  useEffect(() => {
    learnDocument(document, list).catch((error: unknown) => toast.error(error))
  }, [document, list])
  const facts = goodsFacts(document)
  const characteristics = facts.get(textOf(line.mercadoria_id))?.characteristics ?? []
  return <ChoicesFields characteristics={characteristics} product={productOf(facts, line)} />
}

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
      const precos = await learnProduct(document, product)
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
      defaults={LINE}
      savedText={`${names.title} ${kind === 'venda' ? 'salva' : 'salvo'} com sucesso.`}
      beforeSave={(form) => agreesToMarks(form, names)}
      finish={priced}
    >
      <ReferenceField name="mercadoria_id" {...PRODUCT} span={8} onPick={(row, form) => void fill(row, form)} />
      <ReferenceField name="tabela_preco_id" {...priceTable(undefined)} span={4} />
      {document === undefined ? null : <Choices document={document} list={names.lines} />}
      <Field name="qTrib" span={3} />
      <Field name="vUnTrib" kind="money" decimals={2} span={3} stepper={step} help="↑ e ↓ levam a ,90" />
      <Field name="pIPI" span={3} />
      <Field name="pComissao" span={3} />
      <DiscountFields />
      <SubstitutionFields kind={kind} document={document} />
      <Amounts />
    </ItemForm>
  )
}
