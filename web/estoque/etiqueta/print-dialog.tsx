import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { CoreError } from '../../../core/errors'
import { type Drawing, drawLabelOf } from '../../../core/labels/draw'
import { volumeText } from '../../../core/labels/fields'
import { MOST_LABELS } from '../../../core/labels/label'
import { placesOn } from '../../../core/labels/sheet'
import { drawingFor, formatOf, type LabelTemplate } from '../../../core/labels/template'
import { mercadoriaPrecoFields } from '../../../core/fields/estoque/mercadoria'
import { address, chosenCompany, post } from '../../app/api'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { printerFor } from '../../devices/config'
import { printLabels } from '../../devices/printing'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FormContext, useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { FormModel } from '../../ui/form/form-model'
import { FormBody } from '../../ui/form/form-body'
import { fieldsOf } from '../../ui/fields-of'
import { counted } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { isRecord, isSet, numberOf, textOf, type Row, type Values } from '../../ui/row'
import style from './etiqueta.css' with { type: 'text' }
import { LabelPicture } from './label-picture'
import { SheetPicture } from './sheet-picture'
import { type Choice, useChoices, usualOf, useTemplate } from './templates'

addStyle(style)

const { ReferenceField } = fieldsOf(mercadoriaPrecoFields)

/** What the server says of a product, for its label. */
interface Told {
  readonly nome: string
  readonly campos: Readonly<Record<string, string>>
}

/** What labels say, asked again when the price table changes. */
function useTold(products: readonly Row[], table: unknown): ReadonlyMap<string, Told> {
  const [told, setTold] = useState<ReadonlyMap<string, Told>>(new Map())
  useEffect(() => {
    const asked = { id_list: products.map(({ id }) => id), tabela_preco_id: table ?? null }
    let stale = false
    const ask = async (): Promise<void> => {
      try {
        const answer = await post('mercadoria/camposEtiqueta', asked)
        if (!stale) setTold(readTold(answer))
      } catch (error) {
        toast.error(error)
      }
    }
    void ask()
    return () => {
      stale = true
    }
  }, [products, table])
  return told
}

function readTold(answer: unknown): ReadonlyMap<string, Told> {
  const rows = isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter((one) => isRecord(one)) : []
  return new Map(
    rows.map(({ mercadoria_id, nome, campos }) => [
      textOf(mercadoria_id),
      { nome: textOf(nome), campos: isRecord(campos) ? textsOf(campos) : {} },
    ]),
  )
}

const textsOf = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))

interface Wanted {
  readonly told: Told
  readonly count: number
}

/** The labels of the first sheet, or why they cannot be printed. */
function drawn(template: LabelTemplate, wanted: readonly Wanted[], withBarcode: boolean): readonly Drawing[] | string {
  const most = template.midia === 'folha' ? placesOn(template) : 1
  const options = { ...drawingFor(formatOf(template)), withBarcode }
  const drawings: Drawing[] = []
  try {
    for (const { told, count } of wanted)
      for (let n = 1; n <= count && drawings.length < most; n++)
        drawings.push(drawLabelOf(told.nome, template, { ...told.campos, volume: volumeText(n, count) }, options))
    return drawings
  } catch (error) {
    if (error instanceof CoreError) return error.message
    throw error
  }
}

function Keys({ onPrint }: { readonly onPrint: () => void }): null {
  useKeys({ save: onPrint, confirm: onPrint, print: onPrint })
  return null
}

/** What the form of a print says, and what comes of it. */
function usePrint(products: readonly Row[], form: FormModel) {
  useSignals()
  const [counts, setCounts] = useState<Readonly<Record<string, string>>>({})
  const values = form.values.value
  const template = useTemplate(textOf(values.template))
  const told = useTold(products, values.tabela_preco_id)
  const wanted = products.map((one) => ({
    id: textOf(one.id),
    told: told.get(textOf(one.id)),
    count: Number(counts[textOf(one.id)] ?? 1),
  }))
  const known = wanted.flatMap(({ told: found, count }) => (found === undefined ? [] : [{ told: found, count }]))
  const drawings = template === undefined ? [] : drawn(template, known, values.withBarcode !== false)
  const total = wanted.reduce((sum, { count }) => sum + count, 0)
  const reason = typeof drawings === 'string' ? drawings : countFault(total)
  const open = (formato: string | undefined): void => {
    if (reason === undefined) window.open(printAddress(wanted, values, formato), '_blank', 'noopener')
    else toast.alert(reason)
  }
  const printer = template?.midia === 'rolo' ? printerFor(template.uso) : undefined
  const print = async (): Promise<void> => {
    if (reason !== undefined) return toast.alert(reason)
    if (template === undefined || printer === undefined) return open('pdf')
    const asked = askedOf(wanted, values)
    const make = (formato: string): Promise<unknown> => post('mercadoria/getPrintFileAvulsa', { ...asked, formato })
    await printLabels({ key: JSON.stringify(asked), use: template.uso, title: 'As etiquetas', make })
  }
  const refused = reason === undefined ? {} : { reason }
  return { counts, setCounts, template, drawings, total, refused, open, print, printer }
}

interface Counted {
  readonly id: string
  readonly count: number
}

/** The same labels as an address names, for a printer. */
const askedOf = (
  wanted: readonly Counted[],
  { template, withBarcode, withBorder, tabela_preco_id }: Values,
): Values => ({
  arrEtiquetas: wanted
    .filter(({ count }) => count > 0)
    .map(({ id, count }) => ({ mercadoria_id: Number(id), qEtiquetas: count })),
  template: textOf(template),
  withBarcode: withBarcode !== false,
  withBorder: withBorder === true,
  tabela_preco_id: tabela_preco_id ?? null,
  ...(chosenCompany.value === null ? {} : { empresa_id: chosenCompany.value }),
})

const countFault = (total: number): string | undefined =>
  total === 0
    ? 'Quantidade inválida'
    : total > MOST_LABELS
      ? `Imprima no máximo ${MOST_LABELS} etiquetas por vez.`
      : undefined

interface LabelsProps {
  readonly products: readonly Row[]
  readonly onClose: () => void
}

/** Labels of products: how many of each, on what, from which place on; looked at as they will be, then printed or kept as the printer's file. */
export function LabelsDialog({ products, onClose }: LabelsProps): ReactElement {
  useSignals()
  const [form] = useState(() => {
    const model = new FormModel()
    model.start({ posInit: 1, withBarcode: true, withBorder: false })
    return model
  })
  const choices = useChoices()
  useEffect(() => {
    if (choices !== undefined && !isSet(form.values.value.template))
      form.suggest({ template: usualOf(choices, products) })
  }, [form, choices, products])
  const { counts, setCounts, template, drawings, total, refused, open, print, printer } = usePrint(products, form)
  const isRoll = template?.midia === 'rolo'
  const footer = (
    <>
      <span role="status">{counted(total, 'etiqueta', 'etiquetas')}</span>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      {isRoll ? (
        <Button icon="export" {...refused} onClick={() => open(undefined)}>
          Baixar para a impressora
        </Button>
      ) : null}
      {printer === undefined ? null : (
        <Button {...refused} onClick={() => open('pdf')}>
          Abrir em PDF
        </Button>
      )}
      <Button kind="primary" icon="print" hotkey="save" {...refused} onClick={() => void print()}>
        {printer === undefined ? 'Imprimir' : `Imprimir em ${printer.nome}`}
      </Button>
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog title="Etiquetas" size="lg" onClose={onClose} footer={footer}>
        <Keys onPrint={() => void print()} />
        <FormBody loading={false} onSubmit={() => void print()}>
          <div className="dialog-body label-print">
            <section aria-label="O que imprimir">
              <Options roll={isRoll} choices={choices ?? []} />
              <Counts products={products} counts={counts} onChange={setCounts} />
            </section>
            <section aria-label="Como fica">
              {template === undefined ? null : <Preview template={template} drawings={drawings} />}
            </section>
          </div>
        </FormBody>
      </Dialog>
    </FormContext>
  )
}

interface PreviewProps {
  readonly template: LabelTemplate
  readonly drawings: readonly Drawing[] | string
}

/** The first sheet, or the first label of a roll; where a code cannot be printed, why. */
function Preview({ template, drawings }: PreviewProps): ReactElement | null {
  useSignals()
  const form = useForm()
  const { posInit, withBorder } = form.values.value
  if (typeof drawings === 'string')
    return (
      <p className="field-error" role="alert">
        {drawings}
      </p>
    )
  if (template.midia === 'folha')
    return (
      <SheetPicture
        template={template}
        drawings={drawings}
        posInit={numberOf(posInit) ?? 1}
        withBorder={withBorder === true}
        onPlace={(place) => form.set('posInit', place)}
      />
    )
  const [first] = drawings
  return first === undefined ? null : <LabelPicture drawing={first} name="A primeira etiqueta" />
}

const TABLES = { ativo: true }

/** Template and table are asked of all; a first place has a sheet alone. */
const Options = ({ roll, choices }: { readonly roll: boolean; readonly choices: readonly Choice[] }): ReactElement => (
  <div className="grid-12">
    <Field name="template" label="Modelo" kind="select" options={choices} span={12} />
    <ReferenceField
      name="tabela_preco_id"
      resource="comercial/tabela_preco"
      where={TABLES}
      required={false}
      help="Em branco, a padrão"
      span={roll ? 12 : 7}
    />
    {roll ? null : <Field name="posInit" label="Primeiro lugar livre" kind="integer" span={5} />}
    <Field name="withBarcode" label="Com códigos" kind="switch" span={6} />
    <Field name="withBorder" label="Com borda" kind="switch" span={6} />
  </div>
)

interface CountsProps {
  readonly products: readonly Row[]
  readonly counts: Readonly<Record<string, string>>
  readonly onChange: (counts: Readonly<Record<string, string>>) => void
}

const COUNT_DIGITS = 4

/** How many labels of each. */
const Counts = ({ products, counts, onChange }: CountsProps): ReactElement => (
  <div className="price-scroll">
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Mercadoria</th>
          <th scope="col" className="cell-end">
            Etiquetas
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((one) => {
          const [id, name] = [textOf(one.id), textOf(one.xProd)]
          return (
            <tr key={id}>
              <th scope="row">{[textOf(one.codigo), name].filter((part) => part !== '').join(' · ')}</th>
              <td className="cell-end">
                <input
                  className="input count"
                  inputMode="numeric"
                  autoComplete="off"
                  aria-label={`Etiquetas de ${name}`}
                  maxLength={COUNT_DIGITS}
                  value={counts[id] ?? '1'}
                  onFocus={(event) => event.target.select()}
                  onChange={(event) => onChange({ ...counts, [id]: event.target.value.replaceAll(/\D/g, '') })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)

/** Where the labels are: those of no copies are left out. */
function printAddress(
  wanted: readonly Counted[],
  { template, posInit, withBarcode, withBorder, tabela_preco_id }: Values,
  formato: string | undefined,
): string {
  const some = wanted.filter(({ count }) => count > 0)
  return address('estoque/mercadoria_etiqueta_avulsa', {
    id_list: some.map(({ id }) => id).join(','),
    qEtiquetas: some.map(({ count }) => count).join(','),
    template: textOf(template),
    posInit: textOf(posInit),
    withBarcode: String(withBarcode !== false),
    withBorder: String(withBorder === true),
    tabela_preco_id: textOf(tabela_preco_id),
    empresa_id: chosenCompany.value ?? undefined,
    formato,
  })
}
