import { useEffect, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { nfeCompraFields } from '../../../core/fields/compras/nfe-compra'
import { entradaFields } from '../../../core/fields/estoque/entrada'
import { decimal } from '../../../core/money/decimal'
import { mayEdit } from '../../app/access'
import { get, readRow } from '../../app/api'
import { useKeys } from '../../app/keys'
import { go } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { placesOf } from '../../ui/documents/places'
import { Related } from '../../ui/documents/related'
import { because } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { FormContext } from '../../ui/form/context'
import { COMES_IN } from '../../ui/form/operation'
import { FormModel } from '../../ui/form/form-model'
import { amountOf, counted, formatMoney, groupedCode } from '../../ui/format'
import { linesOf, type Line } from '../../ui/lines/lines-state'
import { LinesTable } from '../../ui/lines/lines-table'
import { isRecord, textOf, type Row, type Values } from '../../ui/row'
import { focusWithin } from '../../ui/take-focus'
import { useUsualEntry } from '../../estoque/entrada/usual'
import { Comparison } from './comparison-tables'
import { choicesOf, costed, importColumns, withFreight } from './import-lines'
import { cancelInvoice, importInvoice, printDanfe, refuse, whyClosed } from './verbs'

const head = fieldsOf(nfeCompraFields)
const entry = fieldsOf(entradaFields)

interface Loaded {
  readonly invoice: Row
  readonly data: Values
}

function useInvoice(id: string, onFail: () => void): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const fail = useRef(onFail)
  useEffect(() => {
    fail.current = onFail
  })
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const [invoice, data] = await Promise.all([
          get(`compras/nfe_compra/${id}`, { signal: stop.signal }),
          get(`compras/nfe_compra/${id}/getImportacaoXmlData`, { signal: stop.signal }),
        ])
        setLoaded({ invoice: readRow(invoice), data: isRecord(data) ? data : {} })
      } catch (error) {
        toast.error(error, 'Não foi possível importar')
        if (!stop.signal.aborted) fail.current()
      }
    }
    void load()
    return () => stop.abort()
  }, [id])
  return loaded
}

/** An invoice on its way into stock: what each item is, how many of ours it holds, where it goes, what it costs. */
export function ImportForm(modal: ModalProps): ReactElement {
  const loaded = useInvoice(modal.id, modal.onClose)
  if (loaded === null) {
    return (
      <Dialog
        title="NF-e de compra"
        size={modal.size}
        onClose={modal.onClose}
        {...(modal.path === undefined ? {} : { screen: modal.path })}
      >
        <div className="dialog-body form-body" />
      </Dialog>
    )
  }
  return <ImportGrid key={modal.id} modal={modal} loaded={loaded} />
}

/** Freight typed, less what the invoice tells. */
const freightChange = (data: Values, typed: unknown) => decimal(amountOf(typed)).minus(amountOf(data.vTotFrete))

interface Grid {
  readonly form: FormModel
  readonly lines: readonly Line[]
  readonly setLines: (lines: readonly Line[]) => void
  readonly busy: boolean
  readonly run: () => void
}

function useGrid({
  modal,
  loaded,
  closed,
}: {
  readonly modal: ModalProps
  readonly loaded: Loaded
  readonly closed: string | undefined
}): Grid {
  useSignals()
  const { data } = loaded
  const [form] = useState(() => {
    const model = new FormModel()
    model.start({ vTotFrete: data.vTotFrete ?? 0, empresa_id: loaded.invoice.empresa_id })
    return model
  })
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(data.mercadoria_importacao_list).map(costed))
  const [busy, setBusy] = useState(false)
  useUsualEntry(form, closed === undefined)
  const freight = form.values.value.vTotFrete
  const shown = withFreight(lines, freightChange(data, freight))
  const send = async (): Promise<void> => {
    setBusy(true)
    const { vTotFrete, armazenamento_id, tipo_entrada_saida_id } = form.values.value
    const body = { vTotFrete: vTotFrete ?? 0, armazenamento_id, tipo_entrada_saida_id }
    const entry = await importInvoice(modal.id, { ...body, mercadoria_importacao_list: choicesOf(lines) })
    setBusy(false)
    if (entry === null) return
    toast.success(`NF-e ${textOf(data.nNF)} importada: confira e finalize a entrada ${entry}.`)
    go(pathOf('entrada', entry))
  }
  return {
    form,
    lines: shown,
    setLines,
    busy,
    run: () => {
      if (closed === undefined && !busy) void send()
      else if (closed !== undefined) toast.alert(closed)
    },
  }
}

function ImportGrid({ modal, loaded }: { readonly modal: ModalProps; readonly loaded: Loaded }): ReactElement {
  useSignals()
  const { invoice, data } = loaded
  const allowed = mayEdit(rights.value, modal.right)
  const closed = whyClosed(invoice) ?? (allowed ? undefined : 'Você não tem permissão para importar notas.')
  const grid = useGrid({ modal, loaded, closed })
  const created = grid.lines.filter((line) => textOf(line.mercadoria_id) === '').length
  return (
    <FormContext value={grid.form}>
      <Dialog
        title={`NF-e ${textOf(data.nNF)} · ${textOf(invoice.xNome)} · ${formatMoney(data.vNF)}`}
        size={modal.size}
        onClose={modal.onClose}
        {...(modal.path === undefined ? {} : { screen: modal.path })}
        footer={<ImportFoot modal={modal} invoice={invoice} closed={closed} grid={grid} />}
      >
        <ImportKeys onImport={grid.run} />
        <div ref={focusLines} className="dialog-body form-body stack import-body">
          <p className="import-key">
            Chave <span className="mono">{groupedCode(data.chave)}</span>
          </p>
          <Warnings list={data.avisos} />
          <fieldset className="grid-12" disabled={closed !== undefined}>
            <head.Field name="vTotFrete" label="Frete total (R$)" span={3} />
            <entry.ReferenceField
              name="armazenamento_id"
              label="Local de entrada"
              resource="estoque/armazenamento"
              where={placesOf(invoice)}
              span={4}
            />
            <entry.ReferenceField name="tipo_entrada_saida_id" required={false} {...COMES_IN} span={5} />
          </fieldset>
          <LinesTable
            label="Itens da nota"
            columns={importColumns}
            lines={grid.lines}
            compute={costed}
            onChange={grid.setLines}
            fixed
            disabled={closed !== undefined}
          />
          <Comparison
            invoice={{ ...invoice, vNF: data.vNF }}
            lines={grid.lines}
            freight={grid.form.values.value.vTotFrete}
          />
          {created === 0 || closed !== undefined ? null : (
            <p className="balance" role="status">
              {counted(created, 'mercadoria será criada', 'mercadorias serão criadas')} na importação, com os dados da
              nota. Para usar uma que já existe, escolha-a na coluna Mercadoria (Enter).
            </p>
          )}
        </div>
        <div className="form-related">
          <Related resource="nfe_compra" id={invoice.id} />
        </div>
      </Dialog>
    </FormContext>
  )
}

interface FootProps {
  readonly modal: ModalProps
  readonly invoice: Row
  /** Why nothing can be done with the invoice now. */
  readonly closed: string | undefined
  readonly grid: Grid
}

function ImportFoot({ modal, invoice, closed, grid }: FootProps): ReactElement {
  const reason = because(closed)
  const entry = textOf(invoice.entrada_id)
  const leaveAfter = async (verb: (row: Row) => Promise<boolean>): Promise<void> => {
    if (await verb(invoice)) modal.onClose()
  }
  const print = (): void => printDanfe(invoice)
  useKeys({ print })
  return (
    <>
      <Button hotkey="print" onClick={print}>
        Imprimir o DANFE
      </Button>
      <Button kind="danger" {...reason} onClick={() => void leaveAfter(cancelInvoice)}>
        Cancelar a nota
      </Button>
      <Button kind="danger" {...reason} onClick={() => void leaveAfter(refuse)}>
        Recusar
      </Button>
      <span className="spacer" />
      <Button onClick={modal.onClose}>Voltar</Button>
      {entry === '' ? (
        <Button kind="primary" hotkey="save" busy={grid.busy} {...reason} onClick={grid.run}>
          Importar
        </Button>
      ) : (
        <Button kind="primary" onClick={() => go(pathOf('entrada', entry))}>
          Abrir a entrada {entry}
        </Button>
      )}
    </>
  )
}

/** The lines are what is decided here: they have the focus as the grid appears. */
const focusLines = focusWithin('.lines')

function ImportKeys({ onImport }: { readonly onImport: () => void }): null {
  useKeys({ save: onImport, confirm: onImport })
  return null
}

function Warnings({ list }: { readonly list: unknown }): ReactElement | null {
  const texts = Array.isArray(list)
    ? list.map((item) => textOf(item) || textOf(isRecord(item) ? item.message : ''))
    : []
  const told = texts.filter((text) => text !== '')
  if (told.length === 0) return null
  return (
    <ul className="balance">
      {told.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
