import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { remessaFields } from '../../../core/fields/financeiro/boleto'
import { sum } from '../../../core/money/decimal'
import { ApiError, post } from '../../app/api'
import { useKeys } from '../../app/keys'
import { replace } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { FormContext, useForm } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { FormBody } from '../../ui/form/resource-form'
import { amountOf, counted, formatMoney } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, isRow, numberOf, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { BOLETO, download, REMESSA, tell } from './ask'
import { Refusals } from './refusals'
import { useRows } from './use-rows'
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

/** What waits for a file of a collection; null before the first answer. */
function useWaiting(setup: Row): readonly Row[] | null {
  const answer = useLoaded(`${BOLETO}/${textOf(setup.banco_id)}/getNaoEnviados`, 'boleto')
  if (answer === null) return null
  return rowsOf(getPath(answer, 'data')).filter((row) => Number(row.banco_cnab_id) === Number(setup.id))
}

interface ChoosingProps {
  readonly setup: Row
  readonly onClose: () => void
}

type Refused = Readonly<Record<string, readonly string[]>>

/** What waits, all of it chosen at first; F10 makes the file and downloads it. */
function Choosing({ setup, onClose }: ChoosingProps): ReactElement {
  const rows = useWaiting(setup)
  const [left, setLeft] = useState<ReadonlySet<Row['id']>>(new Set())
  const [refused, setRefused] = useState<Refused | null>(null)
  const [busy, setBusy] = useState(false)
  const chosen = (rows ?? []).filter(({ id }) => !left.has(id))
  const make = async (): Promise<void> => {
    if (busy) return
    if (chosen.length === 0) return toast.alert('Nenhum registro selecionado')
    setBusy(true)
    const made = await send(setup, chosen, setRefused)
    setBusy(false)
    if (made !== undefined) replace(pathOf('remessa', made.id))
  }
  useKeys({ dispatch: () => void make(), save: () => void make(), confirm: () => void make() })
  const total = sum(chosen.map(({ valor }) => amountOf(valor))).toFixed(2)
  return (
    <>
      <div className="span-12">
        {refused === null ? null : <Refusals refused={refused} rows={rows ?? []} setup={setup} />}
        {rows === null ? (
          <EmptyState text="Carregando…" />
        ) : rows.length === 0 ? (
          <EmptyState text="Nenhum boleto desta cobrança espera remessa. Os das vendas com NF-e esperam a autorização dela." />
        ) : (
          <Waiting rows={rows} left={left} onLeave={setLeft} />
        )}
      </div>
      <div className="span-12 boleto-stands boleto-go">
        <span role="status">
          {counted(chosen.length, 'boleto', 'boletos')} de {rows?.length ?? 0} · {formatMoney(total)}
        </span>
        <span className="spacer" />
        <Button onClick={onClose}>Voltar</Button>
        <Button
          kind="primary"
          hotkey="dispatch"
          busy={busy}
          onClick={() => void make()}
          {...(chosen.length === 0 ? { reason: 'Nenhum registro selecionado' } : {})}
        >
          Gerar e baixar
        </Button>
      </div>
    </>
  )
}

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
      toast.danger('O banco recusaria o arquivo: veja por quê, e gere de novo.', { title: 'Remessa não gerada' })
    else toast.error(error, 'Não foi possível gerar a remessa')
    return undefined
  }
}

function Chosen({ onClose }: { readonly onClose: () => void }): ReactElement {
  useSignals()
  const form = useForm()
  const { banco_cnab: setup, banco_cnab_id } = form.values.value
  useOnlyOne(form)
  return (
    <>
      <ReferenceField
        name="banco_cnab_id"
        resource="financeiro/banco_cnab"
        minChars={0}
        where={{ ativo: true }}
        required
        help="De que cobrança é o arquivo"
        span={6}
      />
      {isRow(setup) && String(setup.id) === textOf(banco_cnab_id) ? (
        <Choosing key={setup.id} setup={setup} onClose={onClose} />
      ) : null}
    </>
  )
}

/** A new file: of a collection, with what waits for it. */
export function NewRemessa({ size, path, onClose }: ModalProps): ReactElement {
  const [form] = useState(() => new FormModel())
  return (
    <FormContext value={form}>
      <Dialog title="Gerar remessa" size={size} onClose={onClose} {...(path === undefined ? {} : { screen: path })}>
        <FormBody loading={false} onSubmit={() => undefined}>
          <div className="fields grid-12 tab-panel">
            <Chosen onClose={onClose} />
          </div>
        </FormBody>
      </Dialog>
    </FormContext>
  )
}
