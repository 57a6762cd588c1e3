import { useContext, useEffect, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { readNumberField } from '../../../core/br/number'
import { headFields, lineFields } from '../../../core/fields/comercial/lines'
import { vendaFields } from '../../../core/fields/comercial/venda'
import { decimal } from '../../../core/money/decimal'
import { post } from '../../app/api'
import { useKeys } from '../../app/keys'
import { go } from '../../app/navigation'
import { mobile } from '../../app/prefs'
import { screen, type ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { prints } from '../../ui/documents/print'
import { lastMethod, MethodBox, NO_METHOD } from '../../ui/documents/method-box'
import { fieldsOf } from '../../ui/fields-of'
import { SaveContext, useForm, useRegistered } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { formatMoney } from '../../ui/format'
import { tellMarks } from '../../ui/lines/line-marks'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { ProductEntry } from '../../ui/lines/product-entry'
import { isRow, textOf, type Row } from '../../ui/row'
import { useUsualValues } from '../documento/defaults'
import { withPrices } from '../documento/facts'
import { addProduct } from '../documento/goods'
import { instalmentsOf } from '../documento/instalments'
import { DOCUMENTS } from '../documento/kind'
import { nameOfLine, priced, sentDocument } from '../documento/line'
import { agreesToMarks, lineMarks } from '../documento/marks'
import { labelReader, useOwnPdv } from '../pdv/own-pdv'
import { PdvBar } from '../pdv/pdv-bar'
import { receive } from './receive'

const NAMES = DOCUMENTS.venda
const SALES = '/ui/comercial/venda'
/** A sale to nobody in particular is billed without NF-e. */
const NO_NFE = 3

const item = fieldsOf(lineFields())
const head = fieldsOf(headFields())
const DEFAULTS = { ...fieldsOf(vendaFields).defaults, geraNFe: NO_NFE }
const source = instalmentsOf(NAMES)

const COLUMNS: readonly LineColumn[] = [
  item.line('xProd', { label: 'Mercadoria', least: 104 }),
  item.line('qTrib', { label: 'Quant.', width: 74, editable: true }),
  item.line('vUnTrib', { label: 'Preço', kind: 'money', decimals: 2, width: 84, editable: true }),
  item.line('vTotal', { width: 92 }),
]

/** The sale begins with the usual operation and table, for the consumer. */
function Usual(): null {
  const form = useForm()
  useUsualValues(form, true)
  useEffect(() => {
    const fill = async (): Promise<void> => {
      try {
        const customer = await post('venda/consumidor')
        if (isRow(customer)) form.suggest({ cliente_id: customer.id, cliente: customer })
      } catch (error) {
        toast.error(error)
      }
    }
    void fill()
  }, [form])
  return null
}

function Goods(): ReactElement {
  useSignals()
  const form = useForm()
  const { lines: name } = NAMES
  const reads = labelReader(useOwnPdv().pdv)
  const marks = lineMarks(form, NAMES)
  const marked = mobile.value ? linesOf(form.values.value[name]).filter((line) => marks(line).length > 0) : []
  return (
    <div className="stack">
      <LinesField
        name={name}
        label="Mercadorias"
        columns={COLUMNS}
        compute={(line) => priced(withPrices(form, line))}
        marks={marks}
        lead={
          <ProductEntry
            reads={reads}
            onAdd={(product, quantity, label) => addProduct(form, name, { product, quantity, label })}
          />
        }
      />
      {marked.map((line) => (
        <p key={line.key} className="balance">
          {nameOfLine(line)}: {tellMarks(marks(line))}
        </p>
      ))}
    </div>
  )
}

/** Who sold it, where the point of sale asks. */
function Seller(): ReactElement | null {
  useSignals()
  const { pdv } = useOwnPdv()
  return pdv?.seleciona_vendedor === 1 ? (
    <head.ReferenceField name="vendedor_id" resource="vendedor" span={12} where={{ ativo: true }} />
  ) : null
}

interface PayProps {
  readonly method: Row | null
  readonly onDone: () => void
}

/** Forms that are being paid: a second press does nothing. */
const paying = new WeakSet<FormModel>()

/** Saves, dispatches, invoices and prints, one after another; what is refused is told, and the next time goes on from there. */
function usePay({ method, onDone }: PayProps): { readonly busy: boolean; readonly pay: () => void } {
  const form = useForm()
  const save = useContext(SaveContext)
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    const doc = { form, save, names: NAMES }
    const done = await receive(doc, source, method)
    if (done === 'blocked') go(pathOf('venda', textOf(form.record.peek()?.id)))
    if (done !== 'done') return
    await prints('venda')(doc)
    onDone()
  }
  const start = async (): Promise<void> => {
    if (paying.has(form)) return
    paying.add(form)
    setBusy(true)
    try {
      await run()
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
    paying.delete(form)
  }
  return { busy, pay: () => void start() }
}

interface PaymentProps extends PayProps {
  readonly onMethod: (method: Row | null) => void
}

/** How it is paid, and the change. */
function Payment({ onMethod, ...props }: PaymentProps): ReactElement {
  useSignals()
  const form = useForm()
  const { pay } = usePay(props)
  const [text, setText] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const focus = (selector: string): void => box.current?.querySelector<HTMLElement>(selector)?.focus()
  useRegistered({ name: source.list, label: 'Parcelas', required: false, mute: true, focus: () => focus('input') })
  useKeys({
    tab3: () => document.querySelector<HTMLElement>('[data-field="cliente_id"] input')?.focus(),
    tab4: () => focus('input'),
  })
  const total = source.totalOf(form.values.value)
  const change = decimal(readNumberField(text) ?? 0).minus(total)
  return (
    <div ref={box} className="condition">
      <MethodBox
        method={props.method}
        missing={props.method === null && form.errors.value[source.list] === NO_METHOD}
        onPick={onMethod}
      />
      <label>
        Recebido (R$)
        <input
          className="input input-end"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey) return
            event.preventDefault()
            pay()
          }}
        />
      </label>
      <p className="quick-change" role="status">
        {change.sign() > 0 ? (
          <>
            Troco <b>{formatMoney(change.toFixed(2))}</b>
          </>
        ) : null}
      </p>
    </div>
  )
}

function Total(): ReactElement {
  useSignals()
  const { values } = useForm()
  return (
    <p className="quick-total">
      Total <output>{formatMoney(source.totalOf(values.value))}</output>
    </p>
  )
}

function Pay(props: PayProps): ReactElement {
  const { busy, pay } = usePay(props)
  useKeys({ invoice: pay })
  return (
    <Button icon="money" hotkey="invoice" busy={busy} onClick={pay}>
      Receber
    </Button>
  )
}

const MODAL: ModalProps = {
  id: 'new',
  size: 'md',
  right: 'venda',
  params: {},
  query: new URLSearchParams(),
  onClose: () => go(SALES),
}

const title = (row: Row): string => `Venda ${row.id}`
const agrees = (form: FormModel): Promise<boolean> => agreesToMarks(form, NAMES)

function QuickSale({ onDone }: { readonly onDone: () => void }): ReactElement {
  const [method, setMethod] = useState(lastMethod)
  return (
    <ResourceForm
      modal={MODAL}
      resource="venda"
      name="Venda no balcão"
      title={title}
      defaults={DEFAULTS}
      stay
      life={NAMES.life}
      beforeSave={agrees}
      shape={(values, record) => sentDocument(NAMES, values, record)}
      createdText="Venda salva com sucesso."
      savedText="Venda salva com sucesso."
      actions={<Pay method={method} onDone={onDone} />}
      summary={<Total />}
    >
      <Usual />
      <PdvBar />
      <Goods />
      <head.ReferenceField name="cliente_id" resource="cliente" minChars={1} span={12} where={{ ativo: true }} />
      <Seller />
      <Payment method={method} onMethod={setMethod} onDone={onDone} />
    </ResourceForm>
  )
}

/** A sale at the counter in one column: scan, pay, print, and the next one. */
function VendaRapida(): ReactElement {
  const [round, setRound] = useState(0)
  return (
    <>
      <h1 className="sr-only">Venda no balcão</h1>
      <QuickSale key={round} onDone={() => setRound((rounds) => rounds + 1)} />
    </>
  )
}

export const vendaRapida = screen({
  path: '/ui/comercial/venda_rapida',
  title: 'Venda no balcão',
  area: 'Comercial',
  right: 'venda',
  create: false,
  component: VendaRapida,
})
