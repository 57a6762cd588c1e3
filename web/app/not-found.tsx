import type { ReactElement } from 'react'
import { screenNeed } from '../../core/access'
import { Button } from '../ui/button'
import { WhyNot } from '../ui/why-not'
import { ErrorScreen } from './error-screens'
import { go, refusedPath } from './navigation'

/** No such screen, or no right to it: the same words for both, so that nothing is told. */
export function NotFoundScreen(): ReactElement {
  const wanted = screenNeed(refusedPath())
  const actions = (
    <>
      <Button onClick={() => history.back()}>Voltar</Button>
      <Button kind="primary" icon="home" onClick={() => go('/ui/dashboard')}>
        Ir para o início
      </Button>
    </>
  )
  return (
    <ErrorScreen screen="/404" title="Página não encontrada" actions={actions}>
      Este endereço não existe ou seu usuário não tem acesso a ele.{' '}
      {wanted === undefined ? null : <WhyNot need={wanted} />}
    </ErrorScreen>
  )
}
