import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { remessaFields } from '../../../core/fields/financeiro/boleto'
import { sum } from '../../../core/money/decimal'
import { ApiError, post } from '../../app/api'
import { useKeys } from '../../app/keys'
import { replace } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { forget, toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { FormContext } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { FormBody } from '../../ui/form/form-body'
import { amountOf, counted, formatMoney } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isRecord, isRow, numberOf, textOf, type Row } from '../../ui/row'
import { download, REMESSA, tell } from './ask'
import { Refusals } from './refusals'
import { useRows } from '../../ui/use-loaded'
import { useWaiting } from './use-waiting'
import { Waiting } from './waiting'

const { ReferenceField } = fieldsOf(remessaFields)

/** Chooses the only collection there is by itself. */
function useOnlyOne(form: FormModel): void {
  const setups = useRows('financeiro/banco_cnab', { where: { ativo: true } })
  const [only, other] = setups ?? []
  useEffect(() => {
    if (only !== undefined && other === undefined && form.values.peek().banco_cnab_id === undefined)
      form.suggest({ banco_cnab_id: only.id, banco_cnab: only })
  }, [form, only, other])
}

type Refused = Readonly<Record<string, readonly string[]>>

interface Choice {
  /** The collection that was chosen. */
  readonly setup: Row | null
  readonly rows: readonly Row[] | null
  /** Those that do not go, and those that do. */
  readonly left: ReadonlySet<Row['id']>
  readonly chosen: readonly Row[]
  readonly onLeave: (left: ReadonlySet<Row['id']>) => void
}

/** What is chosen for the file: of a collection, all that waits but what was left out. */
function useChoice(form: FormModel): Choice {
  useSignals()
  useOnlyOne(form)
  const { banco_cnab, banco_cnab_id } = form.values.value
  const setup = isRow(banco_cnab) && String(banco_cnab.id) === textOf(banco_cnab_id) ? banco_cnab : null
  const rows = useWaiting(setup)
  const [left, onLeave] = useState<ReadonlySet<Row['id']>>(new Set())
  const chosen = (rows ?? []).filter(({ id }) => !left.has(id))
  return { setup, rows, left, chosen, onLeave }
}

function Rows({ setup, rows, left, onLeave }: Choice): ReactElement {
  if (setup === null) return <EmptyState text="Escolha a cobrança, para ver o que espera." />
  if (rows === null) return <EmptyState text="Carregando…" />
  return rows.length === 0 ? (
    <EmptyState text="Nenhum boleto desta cobrança espera remessa. Os de vendas com NF-e esperam a autorização dela." />
  ) : (
    <Waiting rows={rows} left={left} onLeave={onLeave} />
  )
}

/** What the message is about that the next try makes untrue. */
const REFUSED = {}

/** Makes the file and downloads it. Undefined where it was refused: what the bank would refuse is handed on, the rest is told. */
async function send(
  setup: Row,
  chosen: readonly Row[],
  onRefused: (refused: Refused | null) => void,
): Promise<Row | undefined> {
  try {
    const body = { banco_cnab_id: setup.id, boleto_arr: chosen.map(({ id }) => id) }
    const answer = await post(REMESSA, body)
    const made = isRecord(answer) && isRecord(answer.remessa) ? answer.remessa : answer
    onRefused(null)
    forget(REFUSED)
    tell()
    if (!isRow(made)) return undefined
    toast.success(`${counted(numberOf(made.qTitulos) ?? 0, 'boleto', 'boletos')} em ${textOf(made.arquivo)}.`, {
      title: 'Remessa gerada',
    })
    download(REMESSA, made.id)
    return made
  } catch (error) {
    const isFile = error instanceof ApiError && error.code === 'invalid_remessa'
    onRefused(isFile ? error.fields : null)
    if (isFile)
      toast.danger('O banco recusaria o arquivo: veja por quê, e gere de novo.', {
        title: 'Remessa não gerada',
        about: REFUSED,
      })
    else toast.error(error, 'Não foi possível gerar a remessa')
    return undefined
  }
}

/** A new file: of a collection, with all that waits for it chosen at first; F10 makes it and downloads it. */
export function NewRemessa({ size, path, onClose }: ModalProps): ReactElement {
  const [form] = useState(() => new FormModel())
  const choice = useChoice(form)
  const { setup, rows, chosen } = choice
  const [refused, setRefused] = useState<Refused | null>(null)
  const [busy, setBusy] = useState(false)
  const reason = chosen.length === 0 ? 'Nenhum registro selecionado' : undefined
  const make = async (): Promise<void> => {
    if (busy || setup === null) return
    if (reason !== undefined) return toast.alert(reason)
    setBusy(true)
    const made = await send(setup, chosen, setRefused)
    setBusy(false)
    if (made !== undefined) replace(pathOf('remessa', made.id))
  }
  const total = sum(chosen.map(({ valor }) => amountOf(valor))).toFixed(2)
  const footer = (
    <>
      <span role="status">
        {rows === null
          ? ''
          : `${counted(chosen.length, 'boleto', 'boletos')} de ${rows.length} · ${formatMoney(total)}`}
      </span>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button
        kind="primary"
        hotkey="dispatch"
        busy={busy}
        onClick={() => void make()}
        {...(reason === undefined ? {} : { reason })}
      >
        Gerar e baixar
      </Button>
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog
        title="Gerar remessa"
        size={size}
        onClose={onClose}
        footer={footer}
        {...(path === undefined ? {} : { screen: path })}
      >
        <Keys onMake={() => void make()} />
        <FormBody loading={false} onSubmit={() => void make()}>
          <div className="fields grid-12 tab-panel">
            <ReferenceField
              name="banco_cnab_id"
              resource="financeiro/banco_cnab"
              minChars={0}
              where={{ ativo: true }}
              required
              help="De que cobrança é o arquivo"
              span={6}
            />
            <div className="span-12">
              {refused === null || setup === null ? null : (
                <Refusals refused={refused} rows={rows ?? []} setup={setup} />
              )}
              <Rows {...choice} />
            </div>
          </div>
        </FormBody>
      </Dialog>
    </FormContext>
  )
}

/** Keys of the dialog, heard within it. */
function Keys({ onMake }: { readonly onMake: () => void }): null {
  useKeys({ dispatch: onMake, save: onMake, confirm: onMake })
  return null
}
