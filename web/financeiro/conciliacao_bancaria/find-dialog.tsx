import { useEffect, useState, type ReactElement } from 'react'
import { DIFFERENCES, type Difference, differencesOf } from '../../../core/reconciliation/difference'
import { sum } from '../../../core/money/decimal'
import { list } from '../../app/api'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { amountOf, displayName, formatDate, formatMoney } from '../../ui/format'
import { textOf, type Row } from '../../ui/row'
import { takeFocus } from '../../ui/take-focus'
import { about, idsOf, totalOf, type DialogProps } from './dialogs'

type Side = 'receber' | 'pagar'

const SHOWN = 30

function useTitles(side: 'receber' | 'pagar', search: string): readonly Row[] {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const page = await list(
          `financeiro/contas_${side}`,
          {
            where: { dhCancelamento: null },
            between: { vSaldo: { ini: '0.01' } },
            orderBy: 'dVencimento',
            sortedBy: 'asc',
            page: 1,
            perPage: SHOWN,
            ...(search === '' ? {} : { search }),
          },
          stop.signal,
        )
        setRows(page.data)
      } catch (error) {
        toast.error(error)
      }
    }
    const wait = setTimeout(() => void load(), search === '' ? 0 : 200)
    return () => {
      clearTimeout(wait)
      stop.abort()
    }
  }, [side, search])
  return rows
}

/** Titles for lines, chosen until what is left is zero; what is over is said to be something by one more choice. */
export function FindDialog({ lines, onGo, onClose }: DialogProps): ReactElement {
  const total = totalOf(lines)
  const side = total.sign() > 0 ? 'receber' : 'pagar'
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const [how, setHow] = useState('')
  const rows = useTitles(side, search)
  const rest = total.abs().minus(sum(chosen.map((row) => amountOf(row.vSaldo))))
  const options = differencesOf(side, rest.sign() < 0, chosen.length)
  const picked = options.find((one) => one === how)
  const ready = chosen.length > 0 && (rest.isZero() || picked !== undefined)
  const toggle = (row: Row): void =>
    setChosen((now) => (now.some(({ id }) => id === row.id) ? now.filter(({ id }) => id !== row.id) : [...now, row]))
  const go = async (): Promise<void> => {
    if (!ready) return
    const titulos = chosen.map(({ id }) => ({ id: Number(id) }))
    const diferenca = rest.isZero() ? {} : { diferenca: picked }
    if (await onGo({ verb: 'conciliaContas', body: { linhas: idsOf(lines), titulos, ...diferenca } })) onClose()
  }
  const shown = [...chosen, ...rows.filter((row) => !chosen.some(({ id }) => id === row.id))]
  return (
    <Dialog
      title={side === 'receber' ? 'Contas a receber' : 'Contas a pagar'}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <output className="match-rest">
            {rest.isZero()
              ? 'Confere'
              : `${rest.sign() > 0 ? 'Sobram' : 'Faltam'} ${formatMoney(rest.abs().toFixed(2))}`}
          </output>
          <span className="spacer" />
          <Button onClick={onClose}>Voltar</Button>
          <Button kind="primary" hotkey="confirm" disabled={!ready} onClick={() => void go()}>
            Conciliar
          </Button>
        </>
      }
    >
      <FindKeys onGo={() => void go()} />
      <div className="dialog-body match-find">
        {about(lines)}
        <input
          className="input"
          type="search"
          aria-label="Pesquisar contas"
          placeholder="Nome, número ou descrição"
          value={search}
          ref={takeFocus}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Titles side={side} shown={shown} chosen={chosen} onToggle={toggle} />
        {chosen.length === 0 || rest.isZero() ? null : <How options={options} how={how} onHow={setHow} />}
      </div>
    </Dialog>
  )
}

function FindKeys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo })
  return null
}

interface TitlesProps {
  readonly side: Side
  readonly shown: readonly Row[]
  readonly chosen: readonly Row[]
  readonly onToggle: (row: Row) => void
}

function Titles({ side, shown, chosen, onToggle }: TitlesProps): ReactElement {
  const nameOf = (row: Row): string =>
    [textOf(row.numero), displayName(row[side === 'receber' ? 'cliente' : 'fornecedor'])].filter(Boolean).join(' · ')
  return (
    <div className="match-titles" role="group" aria-label="Contas">
      {shown.map((row) => (
        <label key={row.id}>
          <input type="checkbox" checked={chosen.some(({ id }) => id === row.id)} onChange={() => onToggle(row)} />
          <span>{nameOf(row)}</span>
          <span>{formatDate(row.dVencimento)}</span>
          <b>{formatMoney(row.vSaldo)}</b>
        </label>
      ))}
      {shown.length === 0 ? <p className="hint">Nenhuma conta em aberto com este nome.</p> : null}
    </div>
  )
}

interface HowProps {
  readonly options: readonly Difference[]
  readonly how: string
  readonly onHow: (how: Difference) => void
}

/** What the rest is, where lines and titles do not come to the same. */
function How({ options, how, onHow }: HowProps): ReactElement {
  return (
    <fieldset className="match-how">
      <legend>O que é a diferença</legend>
      {options.map((one) => (
        <label key={one}>
          <input type="radio" name="diferenca" checked={how === one} onChange={() => onHow(one)} /> {DIFFERENCES[one]}
        </label>
      ))}
    </fieldset>
  )
}
