import type { ReactElement } from 'react'
import { REASONS } from '../../../core/reconciliation/types'
import { Button, Kbd } from '../../ui/button'
import { formatDate, formatMoney } from '../../ui/format'
import type { Line, Proposal } from './shapes'

const WORDS: Readonly<Record<string, string>> = REASONS
const KINDS: Readonly<Record<string, string>> = {
  titulo: 'Conta',
  titulos: 'Contas',
  caixa: 'No caixa',
  lote: 'Cartões',
  regra: 'Regra',
  transferencia: 'Transferência',
}
const DETAILS: Readonly<Record<string, string>> = {
  principal: 'Principal',
  multa: 'Multa',
  juros: 'Juros',
  desconto: 'Desconto',
  restante: 'Resta na conta',
  tarifa: 'Tarifa',
}

interface ProposalsPaneProps {
  readonly line: Line
  readonly busy: boolean
  readonly onAccept: (proposal: Proposal) => void
  readonly onPair: () => void
}

/** What a line may be of, best first, each with its points and why. */
export function ProposalsPane({ line, busy, onAccept, onPair }: ProposalsPaneProps): ReactElement {
  return (
    <section className="match-proposals" aria-label="Propostas">
      <header>
        <h3>{line.memo}</h3>
        <p>
          {formatDate(line.dMovimento)} · <b>{formatMoney(line.resta)}</b>
          {line.resta === line.amount ? '' : ` de ${formatMoney(line.amount)}`}
        </p>
      </header>
      {line.par === null ? null : (
        <article className="match-proposal">
          <p>
            <Kbd>Enter</Kbd> {line.kind === 'reversal' ? 'É o estorno da linha' : 'É transferência com a linha'}{' '}
            {line.par}
          </p>
          <Button disabled={busy} onClick={onPair}>
            Aceitar
          </Button>
        </article>
      )}
      {line.propostas.map((one, at) => (
        <Offered
          key={`${one.tipo}${one.itens.map(({ id }) => id).join(' ')}`}
          proposal={one}
          at={at}
          busy={busy}
          onAccept={onAccept}
        />
      ))}
      {line.propostas.length === 0 && line.par === null ? (
        <p className="hint">Nada parecido. Busque a conta, lance no caixa, ou ignore a linha.</p>
      ) : null}
    </section>
  )
}

interface OfferedProps extends Pick<ProposalsPaneProps, 'busy' | 'onAccept'> {
  readonly proposal: Proposal
  readonly at: number
}

function Offered({ proposal, at, busy, onAccept }: OfferedProps): ReactElement {
  const { tipo, score, razoes, itens, detalhe } = proposal
  const details = Object.entries(detalhe).filter(([name]) => DETAILS[name] !== undefined)
  return (
    <article className="match-proposal">
      <p className="match-points">
        <Kbd>{at === 0 ? 'Enter' : String(at + 1)}</Kbd> {KINDS[tipo] ?? tipo} <b>{score} pontos</b>
      </p>
      <ul>
        {itens.map((one) => (
          <li key={one.id}>
            {one.titulo}
            {one.data === null ? '' : ` · ${formatDate(one.data)}`}
            {one.valor === null ? '' : ` · ${formatMoney(one.valor)}`}
          </li>
        ))}
      </ul>
      <p className="hint">{razoes.map((one) => WORDS[one] ?? one).join(' · ')}</p>
      {details.length === 0 ? null : (
        <p className="hint">
          {details.map(([name, value]) => `${DETAILS[name] ?? name} ${formatMoney(value)}`).join(' · ')}
        </p>
      )}
      <Button disabled={busy} onClick={() => onAccept(proposal)}>
        Aceitar
      </Button>
    </article>
  )
}
