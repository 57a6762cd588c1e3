import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { conciliacaoBancariaFields } from '../../../core/fields/financeiro/conciliacao-bancaria'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { Button, Kbd } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { DropArea, FileButton } from '../../ui/drop-area'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { counted, displayName, formatDate, formatMoney } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { isRow, isSet, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { Bench, SESSIONS, type Asking } from './bench'
import { EntryDialog, sumOf, TitleDialog, TransferDialog } from './dialogs'
import { FindDialog } from './find-dialog'
import { LinesPane } from './lines-pane'
import style from './match.css' with { type: 'text' }
import { ProposalsPane } from './proposals-pane'
import type { Standing } from './shapes'

addStyle(style)

const session = fieldsOf(conciliacaoBancariaFields)
const ACCEPTED = '.ofx,.ofc,.ret,.txt'

/** A reconciliation as it is worked in: the lines that wait, what each may be of, and where the balances stand. */
export function Workbench(modal: ModalProps): ReactElement {
  const record = useLoaded(`${SESSIONS}/${modal.id}`, 'conciliacao_bancaria')
  const [bench] = useState(() => new Bench(modal.id))
  useEffect(() => {
    void bench.load()
    return () => bench.stop()
  }, [bench])
  const row = isRow(record) ? record : undefined
  const name = row === undefined ? '' : ` · ${displayName(row.banco)} · até ${formatDate(row.dFim)}`
  const closed = isSet(row?.dhFinalizacao)
  return (
    <Dialog
      title={`Conciliação${name}`}
      size="full"
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
    >
      <DropArea text="Solte o extrato nesta conciliação" onFiles={(files) => void bench.upload(files)}>
        <Keys bench={bench} closed={closed} />
        <div className="dialog-body match">
          <div className="match-panes">
            <Waiting bench={bench} closed={closed} />
            <Side bench={bench} closed={closed} />
          </div>
        </div>
        <Foot bench={bench} closed={closed} />
        <Asked bench={bench} />
        {row === undefined ? null : <Balance bench={bench} row={row} />}
      </DropArea>
    </Dialog>
  )
}

interface PartProps {
  readonly bench: Bench
  readonly closed: boolean
}

function Keys({ bench, closed }: PartProps): null {
  const finish = closed ? undefined : () => void bench.finish()
  const local = ['match_accept', 'match_nth', 'match_select', 'match_act'] as const
  useKeys({ undo: () => void bench.undo(), dispatch: finish }, { local })
  return null
}

function Waiting({ bench, closed }: PartProps): ReactElement {
  useSignals()
  return (
    <LinesPane
      lines={bench.lines.value ?? []}
      at={bench.place.value}
      selected={bench.selected.value}
      onMove={(at) => bench.move(at)}
      onToggle={(id) => bench.toggle(id)}
      onKey={(key) => !closed && bench.key(key)}
    />
  )
}

const ACTS: readonly { readonly asking: Asking; readonly label: string }[] = [
  { asking: 'find', label: 'Buscar conta (b)' },
  { asking: 'entry', label: 'Lançar (l)' },
  { asking: 'title', label: 'Abrir conta (c)' },
  { asking: 'transfer', label: 'Transferência (t)' },
]

function Side({ bench, closed }: PartProps): ReactElement {
  useSignals()
  const line = bench.current.value
  const busy = bench.busy.value || closed
  const nothing =
    bench.lines.value === null ? 'Carregando…' : 'Nenhuma linha a conciliar: confira os saldos e finalize.'
  const standing = bench.standing.value
  return (
    <div className="match-side" tabIndex={0} role="region" aria-label="O que a linha é">
      <Offered bench={bench} />
      {bench.notes.value.map((one) => (
        <p key={one} className="hint" role="status">
          {one}
        </p>
      ))}
      {line === undefined ? (
        <p className="hint">{nothing}</p>
      ) : (
        <>
          <ProposalsPane
            line={line}
            busy={busy}
            onAccept={(one) => bench.accept(one)}
            onPair={() => bench.acceptPair()}
          />
          <div className="match-acts" role="group" aria-label="Ações da linha">
            {ACTS.map(({ asking, label }) => (
              <Button key={asking} disabled={busy} onClick={() => bench.ask(asking)}>
                {label}
              </Button>
            ))}
            <Button disabled={busy} onClick={() => void bench.ignore()}>
              Ignorar (i)
            </Button>
          </div>
        </>
      )}
      {standing === null ? null : <Days standing={standing} />}
    </div>
  )
}

/** A rule that may be made now, said aloud. */
function Offered({ bench }: { readonly bench: Bench }): ReactElement | null {
  useSignals()
  const offer = bench.offer.value
  if (offer === null) return null
  return (
    <div className="match-offer" role="status">
      <p>{offer.frase}</p>
      <Button onClick={() => void bench.learn()}>Criar a regra (r)</Button>
      <Button kind="quiet" onClick={() => bench.decline()}>
        Agora não
      </Button>
    </div>
  )
}

function Foot({ bench, closed }: PartProps): ReactElement {
  useSignals()
  const [lines, several, standing] = [bench.lines.value, bench.several.value, bench.standing.value]
  const beyond = bench.beyond.value
  const told = [
    lines === null ? '' : counted(lines.length + beyond, 'linha a conciliar', 'linhas a conciliar'),
    lines === null || beyond === 0 ? '' : `as ${lines.length} primeiras na tela`,
    several.length === 0
      ? ''
      : `${counted(several.length, 'selecionada', 'selecionadas')}: ${formatMoney(sumOf(several))}`,
    standing === null || standing.vDiferenca === null
      ? ''
      : `banco ${formatMoney(standing.vSaldoBanco)}, caixa ${formatMoney(standing.vSaldoCaixa)}, diferença ${formatMoney(standing.vDiferenca)}`,
  ]
  return (
    <footer className="dialog-foot match-foot">
      <output>{told.filter((one) => one !== '').join(' · ')}</output>
      <span className="spacer" />
      <Button disabled={closed} onClick={() => bench.askBalance(true)}>
        Saldo no banco
      </Button>
      <FileButton label="Carregar extrato" accept={ACCEPTED} onFiles={(files) => void bench.upload(files)} />
      <Button disabled={bench.busy.value || closed} onClick={() => void bench.allSure()}>
        Conciliar as certas (a)
      </Button>
      {closed ? (
        <Button onClick={() => void bench.reopen()}>Reabrir</Button>
      ) : (
        <Button kind="primary" hotkey="dispatch" onClick={() => void bench.finish()}>
          Finalizar
        </Button>
      )}
    </footer>
  )
}

const DIALOGS = { entry: EntryDialog, title: TitleDialog, transfer: TransferDialog, find: FindDialog } as const

function Asked({ bench }: { readonly bench: Bench }): ReactElement | null {
  useSignals()
  const asking = bench.asking.value
  const lines = bench.chosen.value
  if (asking === null || lines.length === 0) return null
  const Form = DIALOGS[asking]
  return (
    <Form
      lines={lines}
      onClose={() => bench.ask(null)}
      onGo={(call) =>
        bench.run(
          call,
          lines.map((one) => one.id),
        )
      }
    />
  )
}

/** What the bank has, where no file says so. */
function Balance({ bench, row }: { readonly bench: Bench; readonly row: Row }): ReactElement | null {
  useSignals()
  if (!bench.balance.value) return null
  const { vSaldoBanco, dSaldo, dFim, versao } = row
  return (
    <AskDialog
      title="Saldo no banco"
      action="Guardar o saldo"
      initial={{ vSaldoBanco, dSaldo: dSaldo ?? dFim }}
      about={<p className="hint match-about">Vale antes do que dizem os arquivos; em branco, vale o do último.</p>}
      onClose={() => bench.askBalance(false)}
      onGo={(values) =>
        bench.setBalance({ vSaldoBanco: values.vSaldoBanco ?? null, dSaldo: values.dSaldo ?? null, versao })
      }
    >
      <session.Field name="vSaldoBanco" span={6} />
      <session.Field name="dSaldo" span={6} />
    </AskDialog>
  )
}

/** Where bank and ledger differ, day by day. */
function Days({ standing }: { readonly standing: Standing }): ReactElement | null {
  const off = standing.dias.filter((one) => one.diferenca !== 0)
  if (off.length === 0) return null
  return (
    <details className="match-days">
      <summary>
        Diferença por dia <Kbd>{String(off.length)}</Kbd>
      </summary>
      <table>
        <thead>
          <tr>
            <th>Dia</th>
            <th>Banco</th>
            <th>Caixa</th>
            <th>Diferença</th>
          </tr>
        </thead>
        <tbody>
          {off.map((one) => (
            <tr key={one.dia}>
              <td>{formatDate(one.dia)}</td>
              <td>{formatMoney(one.banco)}</td>
              <td>{formatMoney(one.caixa)}</td>
              <td>{formatMoney(one.diferenca)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
