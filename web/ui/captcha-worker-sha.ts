import 'altcha/workers/sha'
