import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { screen } from '../../app/registry'
import { session } from '../../app/session'
import { addStyle } from '../../ui/later-style'
import { Factor } from './factor'
import { OwnSessions } from './own-sessions'
import { Password, Profile } from './profile'
import style from './seguranca.css' with { type: 'text' }

addStyle(style)

/** One's own name, password, second factor and sessions. Whoever's role demands the factor sees nothing else before it is set up. */
function Seguranca(): ReactElement {
  useSignals()
  const now = session.value
  const demanded = now.status === 'in' && now.falta_fator
  return (
    <div className="security">
      <h1>Meu Perfil</h1>
      {demanded ? (
        <p role="alert">Sua função exige o segundo fator. Ative o seu para continuar: nada mais abre antes.</p>
      ) : null}
      {demanded ? null : (
        <>
          <Profile />
          <Password />
        </>
      )}
      <Factor />
      {demanded ? null : <OwnSessions />}
    </div>
  )
}

export const seguranca = screen({
  path: '/ui/configuracao/seguranca',
  title: 'Meu Perfil',
  area: 'Configuração',
  right: '',
  component: Seguranca,
  create: false,
})
