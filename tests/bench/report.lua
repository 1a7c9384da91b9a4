-- Method and body come after `--`.
function init(args)
  wrk.method = args[1]
  if args[2] ~= "" then wrk.body = args[2] end
end

-- One line that a program can read.
done = function(summary)
  local e = summary.errors
  print(string.format("REPORT %d %d %d", summary.requests, summary.duration, e.connect + e.read + e.write + e.timeout + e.status))
end
