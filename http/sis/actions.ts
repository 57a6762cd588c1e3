/** Every action of the access registers: importing this file defines them. */
