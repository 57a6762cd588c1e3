import type { ReactElement } from 'react'
import { COUNT_STATES } from '../../../core/fields/estoque/inventario'
import { qrPicture } from '../../../core/pix/qr'
import { Go } from '../../app/go'
import { follow } from '../../app/navigation'
import { addStyle } from '../../ui/later-style'
import { getPath, numberOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { itemsPath, KIND } from './kind'
import style from './inventory.css' with { type: 'text' }

addStyle(style)

/** How far a count is, as others count, and the ways to what is left of it. */
export function Progress({ id }: { readonly id: Row['id'] }): ReactElement {
  const answer = useLoaded(`${KIND.resource}/${id}`, KIND.resource)
  const told = (name: string): number => numberOf(getPath(answer, `progresso.${name}`)) ?? 0
  const [all, done, again] = [told('itens'), told('conferidos'), told('a_recontar')]
  return (
    <section className="count-progress" aria-label="Andamento">
      <dl>
        <div>
          <dt>Itens</dt>
          <dd>{all}</dd>
        </div>
        <div>
          <dt>Conferidas</dt>
          <dd>{done}</dd>
        </div>
        <div>
          <dt>A recontar</dt>
          <dd>{again}</dd>
        </div>
      </dl>
      <progress aria-label="Itens conferidos" max={Math.max(all, 1)} value={done} />
      <nav className="count-links" aria-label="Itens do inventário">
        <Go to={itemsPath(id)} go={follow}>
          Todos os itens
        </Go>
        {Object.values(COUNT_STATES).map((view) => (
          <Go key={view} to={itemsPath(id, view)} go={follow}>
            {view}
          </Go>
        ))}
      </nav>
    </section>
  )
}

/** The code that a telephone reads to count here, and the address that it stands for. */
export function CountCode({ id }: { readonly id: Row['id'] }): ReactElement {
  const path = `/a/${id}`
  const address = location.origin + path
  const { size, path: dark } = qrPicture(address)
  return (
    <section className="count-code" aria-label="Contar">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code de ${address}`} shapeRendering="crispEdges">
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={dark} />
      </svg>
      <div>
        <p>Leia com o telefone de quem conta, ou abra aqui:</p>
        <Go to={path} go={follow}>
          {address}
        </Go>
      </div>
    </section>
  )
}
