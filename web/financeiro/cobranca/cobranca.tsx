import { useMemo, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { parse } from 'valibot'
import { pathOf } from '../../../core/access'
import { COLLECTION_STEPS, type CollectionStep } from '../../../core/settlement/collection'
import { mayEdit } from '../../app/access'
import { Go } from '../../app/go'
import { follow } from '../../app/navigation'
import { rights } from '../../app/session'
import { Button } from '../../ui/button'
import { Chip, type ChipState } from '../../ui/chip'
import { counted, formatAmount, formatDate, formatMoney, formatWhole } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { useLoaded } from '../../ui/use-loaded'
import style from './cobranca.css' with { type: 'text' }
import { ContactDialog } from './contact-dialog'
import { Queue, type Owing } from './shapes'

addStyle(style)

const LIST = '/ui/financeiro/contas_receber'
const view = (name: string): string => `${LIST}?visao=${encodeURIComponent(name)}`

/** Views of the list, by age. */
const AGES: Readonly<Record<string, string>> = {
  ate30: 'Vencidas até 30 dias',
  ate60: 'Vencidas de 31 a 60 dias',
  ate90: 'Vencidas de 61 a 90 dias',
  mais90: 'Vencidas há mais de 90 dias',
}
const LOOKS: Readonly<Record<CollectionStep, ChipState['hue']>> = {
  esperar: 'cinza',
  email: 'azul',
  ligar: 'ambar',
  cobrar_promessa: 'vermelho',
  negociar: 'indigo',
}

function Figures({ hoje, faixas }: Pick<Queue, 'hoje' | 'faixas'>): ReactElement {
  const tiles = [
    { label: 'Vence hoje', to: view('Hoje'), ...hoje, bad: false },
    ...faixas.map(({ faixa, ...figure }) => ({
      label: AGES[faixa] ?? faixa,
      to: view(AGES[faixa] ?? ''),
      ...figure,
      bad: true,
    })),
  ]
  return (
    <div className="figures">
      {tiles.map(({ label, to, total, contas, bad }) => (
        <Go key={label} to={to} className={`figure ${bad && contas > 0 ? 'figure-bad' : ''}`}>
          <span>{label}</span>
          <b title={formatMoney(total)} style={{ '--long': formatWhole(total).length }}>
            {formatWhole(total)}
          </b>
          <small>{counted(contas, 'conta', 'contas')}</small>
        </Go>
      ))}
    </div>
  )
}

interface RowProps {
  readonly owing: Owing
  readonly onOpen: (owing: Owing) => void
}

function CustomerRow({ owing, onOpen }: RowProps): ReactElement {
  useSignals()
  const { cliente_id, nome, contas, total, dias, ultimo, dPromessa, dProximo, passo, fone, email } = owing
  const until = passo === 'esperar' ? (dPromessa ?? dProximo) : null
  const reason = mayEdit(rights.value, 'contas_receber') ? {} : { reason: 'Você não pode alterar contas a receber.' }
  return (
    <tr>
      <th scope="row">
        <Go to={pathOf('cliente', cliente_id)} go={follow} className="link">
          {nome}
        </Go>
      </th>
      <td className="end">{contas}</td>
      <td className="end">{formatAmount(total)}</td>
      <td className="end">{dias}</td>
      <td>
        <Chip word={COLLECTION_STEPS[passo]} hue={LOOKS[passo]} />
        {until === null ? null : ` até ${formatDate(until)}`}
      </td>
      <td className="collect-said" title={ultimo ?? undefined}>
        {ultimo ?? '–'}
      </td>
      <td>
        {fone === null ? null : (
          <a className="link" href={`tel:${fone.replaceAll(/\D/g, '')}`} title={`Ligar para ${nome}`}>
            {fone}
          </a>
        )}{' '}
        {email === null ? null : (
          <a className="link" href={`mailto:${encodeURIComponent(email)}`} title={`E-mail para ${nome}`}>
            E-mail
          </a>
        )}
      </td>
      <td className="end">
        <Button kind="quiet" onClick={() => onOpen(owing)} {...reason}>
          Anotar
        </Button>
      </td>
    </tr>
  )
}

/** Who owes what is overdue, the next step with each, and what was said: the morning of who collects. */
export function Collection(): ReactElement {
  useSignals()
  const [asking, setAsking] = useState<Owing | null>(null)
  const answer = useLoaded('financeiro/contas_receber/cobranca', 'contas_receber cobranca_contato')
  const found = useMemo(() => (answer === null ? null : parse(Queue, answer)), [answer])
  return (
    <div className="board collect-view">
      <h1>Cobrança</h1>
      {found === null ? <EmptyState text="Carregando…" /> : <Figures {...found} />}
      {found?.data.length === 0 ? <EmptyState text="Ninguém deve contas vencidas." /> : null}
      {found === null || found.data.length === 0 ? null : (
        <div className="panel collect-scroll" tabIndex={0} role="region" aria-label="Clientes com contas vencidas">
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">Cliente</th>
                <th scope="col" className="end">
                  Contas
                </th>
                <th scope="col" className="end">
                  Total
                </th>
                <th scope="col" className="end">
                  Dias
                </th>
                <th scope="col">O que fazer</th>
                <th scope="col">Último contato</th>
                <th scope="col">Falar</th>
                <th scope="col" aria-label="Anotar" />
              </tr>
            </thead>
            <tbody>
              {found.data.map((owing) => (
                <CustomerRow key={owing.cliente_id} owing={owing} onOpen={setAsking} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found?.mais === true ? <p className="field-help">Só os 200 primeiros da fila.</p> : null}
      {asking === null ? null : <ContactDialog owing={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}
