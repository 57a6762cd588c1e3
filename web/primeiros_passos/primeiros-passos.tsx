import { useState, type ComponentType, type ReactElement } from 'react'
import { announce } from '../app/events'
import { Go } from '../app/go'
import { Button } from '../ui/button'
import { confirmDiscard } from '../ui/confirm'
import { hasWork } from '../app/work'
import { Icon } from '../ui/icon'
import { addStyle } from '../ui/later-style'
import { EmptyState } from '../ui/pieces'
import { useLoaded } from '../ui/use-loaded'
import style from './primeiros-passos.css' with { type: 'text' }
import { CompanyStep, CustomersStep, PaymentsStep, PlaceStep, ProductsStep, UsersStep } from './registers'
import { readSteps, STEP_NAMES, type FirstSteps, type Lack, type StepName } from './steps'

addStyle(style)

interface StepDefinition {
  readonly title: string
  readonly about: string
  readonly component: ComponentType<{ readonly onSaved: () => void }>
}

const STEPS: Readonly<Record<StepName, StepDefinition>> = {
  empresa: {
    title: 'Empresa',
    about: 'Digite o CNPJ e consulte: razão social e endereço vêm preenchidos quando a consulta está configurada.',
    component: CompanyStep,
  },
  local: {
    title: 'Local de estoque',
    about: 'Onde as mercadorias ficam. Um basta para começar.',
    component: PlaceStep,
  },
  pagamentos: {
    title: 'Pagamentos',
    about: 'Como os clientes pagam. As formas usuais já estão cadastradas.',
    component: PaymentsStep,
  },
  usuarios: {
    title: 'Usuários',
    about: 'Quem mais trabalha no sistema, e o que cada um pode fazer.',
    component: UsersStep,
  },
  produtos: {
    title: 'Produtos',
    about: 'Alguns produtos para começar, um por linha; Enter no último campo abre outra linha.',
    component: ProductsStep,
  },
  clientes: {
    title: 'Clientes',
    about: 'Alguns clientes para começar, um por linha; Enter no último campo abre outra linha.',
    component: CustomersStep,
  },
}

const GOALS = {
  vender: { title: 'Vender', ready: 'Fazer uma venda', to: '/ui/comercial/venda/edit/new' },
  comprar: { title: 'Comprar', ready: 'Receber o XML de uma nota', to: '/ui/compras/nfe_compra' },
  faturar: { title: 'Faturar com NF-e', ready: 'Ver as vendas a faturar', to: '/ui/comercial/venda' },
} as const

interface GoalProps {
  readonly name: keyof typeof GOALS
  readonly lacks: readonly Lack[]
  readonly onStep: (step: StepName) => void
}

function Goal({ name, lacks, onStep }: GoalProps): ReactElement {
  const { title, ready, to } = GOALS[name]
  const done = lacks.length === 0
  return (
    <li className={`first-goal ${done ? 'first-ready' : ''}`}>
      <b>
        <Icon name={done ? 'check' : 'warn'} />
        {title}
      </b>
      {done ? (
        <Go to={to}>{ready}</Go>
      ) : (
        <span>
          Falta:{' '}
          {lacks.map(({ step, text }, at) => (
            <span key={text}>
              {at === 0 ? '' : ', '}
              {step === undefined ? (
                text
              ) : (
                <button type="button" className="link" onClick={() => onStep(step)}>
                  {text}
                </button>
              )}
            </span>
          ))}
        </span>
      )}
    </li>
  )
}

/** The step to begin with: the first that is lacking and theirs to do. */
const firstOpen = ({ steps }: FirstSteps): StepName =>
  steps.find(({ done, may }) => !done && may)?.name ?? steps[0]?.name ?? 'empresa'

/** The first day of a company: what it lacks to sell, buy and invoice, and six steps that bring it, each of which may be left aside. */
export function PrimeirosPassos(): ReactElement {
  const now = readSteps(useLoaded('primeiros_passos', 'primeiros_passos'))
  const [chosen, setChosen] = useState<StepName | null>(null)
  if (now === null) return <EmptyState text="Carregando…" />
  const name = chosen ?? firstOpen(now)
  const step = STEPS[name]
  const { component: Step } = step
  const choose = async (next: StepName): Promise<void> => {
    if (!hasWork() || (await confirmDiscard())) setChosen(next)
  }
  const next = STEP_NAMES[STEP_NAMES.indexOf(name) + 1]
  const may = now.steps.find((one) => one.name === name)?.may === true
  // Once a step was shown it stays, though its save makes it done.
  const saved = (): void => {
    setChosen(name)
    announce('primeiros_passos')
  }
  return (
    <div className="board first">
      <h1>Primeiros passos</h1>
      <ul className="first-goals">
        {(['vender', 'comprar', 'faturar'] as const).map((goal) => (
          <Goal key={goal} name={goal} lacks={now.goals[goal]} onStep={(to) => void choose(to)} />
        ))}
      </ul>
      <div className="first-body">
        <ol className="first-steps" aria-label="Passos">
          {now.steps.map((one, at) => (
            <li key={one.name}>
              <button
                type="button"
                aria-current={one.name === name ? 'step' : undefined}
                onClick={() => void choose(one.name)}
              >
                <i className={one.done ? 'first-done' : ''}>{one.done ? <Icon name="check" size={12} /> : at + 1}</i>
                {STEPS[one.name].title}
                {one.done ? <span className="sr-only"> (feito)</span> : null}
              </button>
            </li>
          ))}
        </ol>
        <section className="first-step" aria-labelledby="passo">
          <h2 id="passo">{step.title}</h2>
          <p className="first-there">{step.about}</p>
          {may ? <Step key={name} onSaved={saved} /> : <EmptyState text="Você não tem acesso a este passo." />}
          {next === undefined ? null : (
            <Button kind="quiet" onClick={() => void choose(next)}>
              {now.steps.find((one) => one.name === name)?.done === true
                ? `Seguir para ${STEPS[next].title}`
                : `Pular para ${STEPS[next].title}`}
            </Button>
          )}
        </section>
      </div>
    </div>
  )
}
