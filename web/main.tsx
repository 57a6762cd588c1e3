import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { fillIn } from './app/plain-http'

fillIn()
const host = document.getElementById('app')
if (host !== null) createRoot(host).render(<App />)
